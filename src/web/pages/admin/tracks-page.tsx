import { listAllTracks } from '#contracts/admin/tracks.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { optionsOf, trackStateLabels } from '#web/admin/admin-labels.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { TracksTable } from '#web/admin/tracks-table.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/tracks-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tracks: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('tracks', url.searchParams)
  const list = await context.get(apiContext).request(listAllTracks, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function TracksPage({ loaderData }: Route.ComponentProps) {
  const { search, tracks, total, ...paging } = loaderData
  return (
    <AdminArea page="tracks">
      <AdminSearchForm
        path={adminPath('tracks')}
        search={{ placeholder: 'Title, original artist or id', value: search.query }}
        filters={[
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(trackStateLabels),
          },
        ]}
        kept={{ artist: search.artist }}
        total={total}
      />
      {tracks.length === 0 ? (
        <EmptyState title="Nothing found" text="Try another title, original artist or id." />
      ) : (
        <TracksTable tracks={tracks} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('tracks', { ...search, page })} />
    </AdminArea>
  )
}
