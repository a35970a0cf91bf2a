/** A placeholder for content that is loading; its className sets the size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-breathe rounded-tag bg-ink/8 ${className}`}
    />
  )
}
