import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'

/** A link to the next section; hidden after the first scroll. */
export function MoreBelow({ to }: { to: string }) {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    const hide = () => setIsShown(false)
    addEventListener('scroll', hide, { once: true, passive: true })
    return () => removeEventListener('scroll', hide)
  }, [])
  if (!isShown) return null
  return (
    <a className="more-below" href={`#${to}`}>
      More content below
      <ChevronDown size={18} aria-hidden="true" />
    </a>
  )
}
