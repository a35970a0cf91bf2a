// What every room of the admin's area has: its title, and the way to the others.

import type { ReactNode } from 'react'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'

/** In the order of the navigation. */
const rooms = {
  flags: 'Reports',
  commissions: 'Commissions',
  disputes: 'Disputes',
  users: 'Users',
  tracks: 'Tracks',
  messages: 'Messages',
  auditLog: 'Audit log',
} as const
export type Room = keyof typeof rooms

type AdminRoomProps = {
  room: Room
  /** The name of the room by default. */
  title?: ReactNode
  children: ReactNode
}

export function AdminRoom({ room, title = rooms[room], children }: AdminRoomProps) {
  return (
    <div className="page">
      <nav aria-label="Admin" className="admin-rooms">
        <ul>
          {Object.entries(rooms).map(([name, label]) => (
            <li key={name}>
              <PageLink
                // The keys of `rooms`.
                href={adminPath(name as Room)}
                aria-current={name === room ? 'page' : undefined}
              >
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <h1 className="mb-5 wrap-anywhere">{title}</h1>
      {children}
    </div>
  )
}
