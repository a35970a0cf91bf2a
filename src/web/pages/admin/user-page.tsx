import { useRevalidator } from 'react-router'
import { getUser } from '#contracts/admin/users.ts'
import { listPapersOfUser } from '#contracts/papers.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { papersSearchFields } from '#rules/papers/papers.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { UserRecord } from '#web/admin/users/user-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { PapersList } from '#web/artists/papers/papers-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/user-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'User: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const user = valueForAdmin(await api.request(getUser, { id: params.id }), url)
  const page = papersSearchFields.page(url.searchParams.get('papers'))
  const asked = { id: params.id, page }
  return { user, list: valueForAdmin(await api.request(listPapersOfUser, asked), url) }
}

export default function UserPage({ loaderData: { user, list } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <AdminArea page="users" title={<bdi>{user.displayName}</bdi>}>
      <UserRecord user={user} onChanged={() => void revalidate()}>
        {list.papers.length > 0 && (
          <section aria-labelledby="papers-title">
            <h2 id="papers-title">Papers</h2>
            <PapersList papers={list.papers} />
            <Paging
              currentPage={list.currentPage}
              totalPages={list.totalPages}
              addressOf={(papers) => adminUserPath(user.id, { papers })}
              label="Pages of papers"
              keepsScroll
            />
          </section>
        )}
      </UserRecord>
    </AdminArea>
  )
}
