import { getIdAndRole } from '#contracts/accounts.ts'
import { listOwnExamples } from '#contracts/artists/examples.ts'
import { getOwnProfile } from '#contracts/artists/profile.ts'
import { artistDashboardPath } from '#rules/page-paths.ts'
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
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1>Your Profile</h1>
        <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
      </div>
      <ProfileEditor key={loaderData.profile.id} {...loaderData} />
    </div>
  )
}
