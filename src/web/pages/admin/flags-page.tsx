import { listFlags } from '#contracts/moderation/flags.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/page-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { optionsOf } from '#web/admin/admin-labels.ts'
import { AdminRoom } from '#web/admin/admin-room.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { flagQueueLabels } from '#web/moderation/flag-messages.ts'
import { FlagsList } from '#web/moderation/flags-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/flags-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Reports: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('flags', url.searchParams)
  const list = await context.get(apiContext).request(listFlags, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function FlagsPage({ loaderData }: Route.ComponentProps) {
  const { search, flags, total, ...paging } = loaderData
  return (
    <AdminRoom room="flags">
      <AdminSearchForm
        path={adminPath('flags')}
        filters={[
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(flagQueueLabels),
          },
        ]}
        total={total}
      />
      {flags.length === 0 ? (
        <EmptyState title="No reports found" text="Tracks that users report appear here." />
      ) : (
        <FlagsList flags={flags} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('flags', { ...search, page })} />
    </AdminRoom>
  )
}
