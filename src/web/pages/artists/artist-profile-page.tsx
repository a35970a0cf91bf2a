import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { listOwnExamples } from '#contracts/artists/examples.ts'
import { getOwnProfile } from '#contracts/artists/profile.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { ProfileEditor } from '#web/artists/editing/profile-editor.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/artist-profile-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Your Profile', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  const [profile, own] = await Promise.all([
    api.request(getOwnProfile, {}),
    api.request(listOwnExamples, {}),
  ])
  return { profile: valueForUser(profile, url), examples: valueForUser(own, url).examples }
}

export default function ArtistProfilePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page">
      <div className="page-head">
        <h1>Your Profile</h1>
        <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
      </div>
      <ProfileEditor key={loaderData.profile.id} {...loaderData} />
    </div>
  )
}
