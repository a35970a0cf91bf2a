import { useRevalidator } from 'react-router'
import { getUser } from '#contracts/admin/users.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { UserRecord } from '#web/admin/users/user-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/user-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'User: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return valueForAdmin(await context.get(apiContext).request(getUser, { id: params.id }), url)
}

export default function UserPage({ loaderData: user }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <AdminArea page="users" title={<bdi>{user.displayName}</bdi>}>
      <UserRecord user={user} onChanged={() => void revalidate()} />
    </AdminArea>
  )
}
