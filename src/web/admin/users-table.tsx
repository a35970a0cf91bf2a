import type { ListedUser } from '#contracts/admin/users.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { roleLabels, userStateLabels } from './admin-labels.ts'
import { AdminTable, Cell } from './admin-table.tsx'
import { BanButton } from './ban-button.tsx'

type UsersTableProps = { users: readonly ListedUser[]; onChanged: () => void }

const columns = ['User', 'Role', 'State', 'Tracks', 'Joined', 'Actions']

export function UsersTable({ users, onChanged }: UsersTableProps) {
  return (
    <AdminTable caption="Users" columns={columns}>
      {users.map((user) => (
        <tr key={user.id}>
          <Cell label="User">
            <PageLink href={adminUserPath(user.id)}>
              <bdi>{user.displayName}</bdi>
            </PageLink>
            <small>
              {user.email}
              {!user.isEmailVerified && ' (not verified)'}
            </small>
          </Cell>
          <Cell label="Role">{roleLabels[user.role]}</Cell>
          <Cell label="State">
            <UserState isBanned={user.isBanned} />
          </Cell>
          <Cell label="Tracks">{wholeNumber(user.tracks)}</Cell>
          <Cell label="Joined">
            <DateText iso={user.joinedAt} />
          </Cell>
          <Cell label="Actions">
            {user.role === 'admin' ? (
              <span className="muted">None for admins</span>
            ) : (
              <BanButton
                key={String(user.isBanned)}
                artistId={user.id}
                name={user.displayName}
                isBanned={user.isBanned}
                onChanged={onChanged}
              />
            )}
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

export function UserState({ isBanned }: { isBanned: boolean }) {
  if (!isBanned) return userStateLabels.active
  return <span className="admin-mark">{userStateLabels.banned}</span>
}
