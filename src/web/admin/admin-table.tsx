// A plain table. On a phone each row is a card whose cells name their columns.

import type { ReactNode } from 'react'

type AdminTableProps = { caption: string; columns: readonly string[]; children: ReactNode }

/** @param children a row `<tr>` for each thing, with one Cell for each column */
export function AdminTable({ caption, columns, children }: AdminTableProps) {
  return (
    <table className="admin-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** @param label of its column */
export function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td data-label={label}>
      <div>{children}</div>
    </td>
  )
}
