import { useRevalidator } from 'react-router'
import { getUser } from '#contracts/admin/users.ts'
import { listPapersOfUser } from '#contracts/papers.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { UserRecord } from '#web/admin/users/user-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { PapersList } from '#web/artists/papers/papers-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/user-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'User: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const user = valueForAdmin(await api.request(getUser, { id: params.id }), url)
  const { papers } = valueForAdmin(await api.request(listPapersOfUser, { id: params.id }), url)
  return { user, papers }
}

export default function UserPage({ loaderData: { user, papers } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <AdminArea page="users" title={<bdi>{user.displayName}</bdi>}>
      <UserRecord user={user} onChanged={() => void revalidate()}>
        {papers.length > 0 && (
          <section aria-labelledby="papers-title">
            <h2 id="papers-title">Papers</h2>
            <PapersList papers={papers} />
          </section>
        )}
      </UserRecord>
    </AdminArea>
  )
}
