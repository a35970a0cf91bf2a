import type { ReactNode } from 'react'
import { Rosette } from './rosette.tsx'

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** Shown instead of an empty list: an outlined soundhole, one sentence, one action. */
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
