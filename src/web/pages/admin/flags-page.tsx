import { listFlags } from '#contracts/moderation/flags.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { flagSubjectKinds } from '#rules/moderation/flag-limits.ts'
import { flagViews, type FlagView } from '#rules/moderation/flag-process.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { flagKindLabels, flagViewLabels } from '#web/moderation/flag-messages.ts'
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
    <AdminArea page="flags">
      <div className="stack-sm admin-filters">
        <FilterLinks
          label="Reports by state"
          links={flagViews.map((state) => ({
            name: flagViewLabels[state],
            href: adminPath('flags', { ...search, state, page: 1 }),
            isCurrent: state === search.state,
            count: counts[state],
          }))}
        />
        <FilterLinks
          label="Reports by what they are about"
          links={[undefined, ...flagSubjectKinds].map((kind) => ({
            name: kind === undefined ? 'Everything' : flagKindLabels[kind],
            href: adminPath('flags', { state: search.state, ...(kind && { kind }) }),
            isCurrent: kind === search.kind,
          }))}
        />
      </div>
      {flags.length === 0 ? <NoFlags state={search.state} /> : <FlagsList flags={flags} />}
      <Paging {...paging} addressOf={(page) => adminPath('flags', { ...search, page })} />
    </AdminArea>
  )
}

function NoFlags({ state }: { state: FlagView | undefined }) {
  const title = state === 'open' ? 'Nothing to decide' : 'No reports found'
  return <EmptyState title={title} text="What users report appears here." />
}
