import type { ReactNode } from 'react'
import { Rosette } from './rosette.tsx'

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** Nothing to show: an outlined soundhole, one sentence, one way on. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Rosette />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
