import { useRevalidator } from 'react-router'
import { listUsers } from '#contracts/admin/users.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { optionsOf, roleLabels, userStateLabels } from '#web/admin/admin-labels.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { UsersTable } from '#web/admin/users-table.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/users-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Users: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('users', url.searchParams)
  const list = await context.get(apiContext).request(listUsers, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { search, users, total, ...paging } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <AdminArea page="users">
      <AdminSearchForm
        path={adminPath('users')}
        search={{ placeholder: 'Email, name or id', value: search.query }}
        filters={[
          { name: 'role', label: 'Role', value: search.role, options: optionsOf(roleLabels) },
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(userStateLabels),
          },
        ]}
        total={total}
      />
      {users.length === 0 ? (
        <EmptyState title="No users found" text="Try another email, name or id." />
      ) : (
        <UsersTable users={users} onChanged={() => void revalidate()} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('users', { ...search, page })} />
    </AdminArea>
  )
}
