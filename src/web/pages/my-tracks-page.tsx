import { logoutPath, tracksPath } from '#rules/page-paths.ts'
import { listMyTracks } from '#contracts/orders.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { OwnedTracks } from '#web/orders/owned-tracks.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/my-tracks-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'My Tracks', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(listMyTracks, {}), url)
}

export default function MyTracksPage({ loaderData: { tracks } }: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="mb-6">My Tracks</h1>
      {tracks.length > 0 ? (
        <OwnedTracks tracks={tracks} />
      ) : (
        <EmptyState
          title="Nothing here yet"
          text="What you buy stays here, to download as often as you like."
          action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
        />
      )}
      {/* The logout button of the account menu needs JavaScript. */}
      <noscript>
        <form method="post" action={logoutPath} className="mt-6">
          <button type="submit" className="btn btn-ghost">
            Log out
          </button>
        </form>
      </noscript>
    </div>
  )
}
