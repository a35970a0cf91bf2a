import type { ReactNode } from 'react'

type FactProps = { label: string; children: ReactNode }

/** One of the facts of a record, inside `dl.admin-facts`. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A text of several lines, which has the width of the record; nothing if there is none. */
export function LongFact({ label, children }: FactProps) {
  if (children === null) return null
  return (
    <div className="admin-long-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
