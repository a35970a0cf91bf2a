// The frame of every page of the admin's area: its title, and the way to the others.

import type { ReactNode } from 'react'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'

/** In the order of the navigation. */
const pages = {
  tasks: 'Tasks',
  flags: 'Reports',
  commissions: 'Commissions',
  disputes: 'Disputes',
  refunds: 'Refunds',
  transfers: 'Transfers',
  bankDisputes: 'Bank disputes',
  money: 'Money',
  reconciliation: 'Reconciliation',
  reporting: 'Tax reporting',
  orders: 'Orders',
  debts: 'Debts',
  users: 'Users',
  tracks: 'Tracks',
  messages: 'Messages',
  auditLog: 'Audit log',
} as const
type PageName = keyof typeof pages

type AdminAreaProps = {
  page: PageName
  /** The name of the page by default. */
  title?: ReactNode
  children: ReactNode
}

export function AdminArea({ page, title = pages[page], children }: AdminAreaProps) {
  return (
    <div className="page admin-page">
      <nav aria-label="Admin" className="admin-pages">
        <ul>
          {Object.entries(pages).map(([name, label]) => (
            <li key={name}>
              <PageLink
                // The keys of `pages`.
                href={adminPath(name as PageName)}
                aria-current={name === page ? 'page' : undefined}
              >
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <h1 className="admin-title">{title}</h1>
      {children}
    </div>
  )
}
