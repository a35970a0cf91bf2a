import type { ReactNode } from 'react'
import { Rosette } from './rosette.tsx'

type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

/** Shown instead of an empty list: an outlined soundhole, one sentence, one action. */
export function EmptyState({ title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Rosette />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
