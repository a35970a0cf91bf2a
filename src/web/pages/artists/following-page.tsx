import { listFollowedTracks } from '#contracts/artists/follows.ts'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { followingPath } from '#rules/page-paths.ts'
import { readOwnedSearch } from '#rules/orders/owned-search.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { FollowedArtist } from '#web/artists/following/followed-artist.tsx'
import { YourFollowers } from '#web/artists/following/your-followers.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/following-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Following', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { page } = readOwnedSearch(url.searchParams)
  return valueForUser(await context.get(apiContext).request(listFollowedTracks, { page }), url)
}

export default function FollowingPage({ loaderData }: Route.ComponentProps) {
  const { artists, ...paging } = loaderData
  return (
    <div className="page">
      <h1 className="page-title">Following</h1>
      {artists.length === 0 ? (
        <EmptyState
          title="You follow nobody yet"
          text="Follow artists, and their newest tracks are here."
          action={<ButtonLink href={artistsPath()}>Find artists</ButtonLink>}
        />
      ) : (
        <ul className="followed-artists">
          {artists.map((artist) => (
            <li key={artist.id}>
              <FollowedArtist
                artist={artist}
                renderButtons={(track) => <BuyButton track={track} size="sm" />}
              />
            </li>
          ))}
        </ul>
      )}
      <Paging {...paging} addressOf={(page) => followingPath({ page })} />
      <YourFollowers />
    </div>
  )
}
