import { listAdminActions } from '#contracts/admin/audit-log.ts'
import { actionNames, adminActions } from '#rules/admin/admin-actions.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { ActionsTable } from '#web/admin/actions-table.tsx'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/audit-log-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Audit log: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('auditLog', url.searchParams)
  const list = await context.get(apiContext).request(listAdminActions, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
  const { search, actions, total, ...paging } = loaderData
  return (
    <AdminArea page="auditLog">
      <AdminSearchForm
        path={adminPath('auditLog')}
        filters={[
          {
            name: 'action',
            label: 'Action',
            value: search.action,
            options: actionNames.map((value) => ({ value, label: adminActions[value].label })),
          },
        ]}
        kept={{ subject: search.subject, admin: search.admin }}
        total={total}
      />
      {actions.length === 0 ? (
        <EmptyState title="Nothing found" text="Every action of an admin appears here." />
      ) : (
        <ActionsTable actions={actions} caption="What admins did" />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('auditLog', { ...search, page })} />
    </AdminArea>
  )
}
