import { listFlags } from '#contracts/moderation/flags.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { flagViews, type FlagView } from '#rules/moderation/flag-process.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminRoom } from '#web/admin/admin-room.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { flagViewLabels } from '#web/moderation/flag-messages.ts'
import { FlagsList } from '#web/moderation/flags-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterLinks } from '#web/ui/filter-links.tsx'
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
  const { search, flags, counts, ...paging } = loaderData
  return (
    <AdminRoom room="flags">
      <div className="mb-5">
        <FilterLinks
          label="Reports by state"
          links={flagViews.map((state) => ({
            name: flagViewLabels[state],
            href: adminPath('flags', { state }),
            isCurrent: state === search.state,
            count: counts[state],
          }))}
        />
      </div>
      {flags.length === 0 ? <NoFlags state={search.state} /> : <FlagsList flags={flags} />}
      <Paging {...paging} addressOf={(page) => adminPath('flags', { ...search, page })} />
    </AdminRoom>
  )
}

function NoFlags({ state }: { state: FlagView | undefined }) {
  const title = state === 'open' ? 'Nothing to decide' : 'No reports found'
  return <EmptyState title={title} text="Tracks that users report appear here." />
}
