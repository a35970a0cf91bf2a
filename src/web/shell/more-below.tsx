import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Leads to the next section; gone once the reader has begun to scroll. */
export function MoreBelow({ to }: { to: string }) {
  const [isWanted, setIsWanted] = useState(true)
  useEffect(() => {
    const leave = () => setIsWanted(false)
    addEventListener('scroll', leave, { once: true, passive: true })
    return () => removeEventListener('scroll', leave)
  }, [])
  if (!isWanted) return null
  return (
    <a className="more-below" href={`#${to}`}>
      More content below
      <ChevronDown size={18} aria-hidden="true" />
    </a>
  )
}
