// Small inline icons for the play button, because every card contains them.

export function PlayIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 5.2v13.6c0 .9 1 1.4 1.7.9l10-6.8c.6-.4.6-1.4 0-1.8l-10-6.8C9 3.8 8 4.3 8 5.2z" />
    </svg>
  )
}

export function PauseIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 4.5h2.5v15H7zm7.5 0H17v15h-2.5z" />
    </svg>
  )
}

export function RetryIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="stroked">
      <path d="M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5" />
    </svg>
  )
}
