import type { ReactNode } from 'react'

/** One of the facts of a record, inside `dl.admin-facts`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
