import { Suspense, type ComponentProps } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { readReviewPage } from '#rules/reviews/review-limits.ts'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { artistPath } from '#rules/page-paths.ts'
import { getArtist } from '#contracts/artists/artists.ts'
import { listReviews } from '#contracts/reviews/reviews.ts'
import { queryTracks } from '#contracts/catalogue.ts'
import { trackPageSize } from '#rules/tracks/track-options.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { orNull } from '#web/api/or-null.ts'
import { ArtistHead, ArtistPortrait } from '#web/artists/profile/artist-head.tsx'
import {
  artistDescription,
  artistPicture,
  artistStructuredData,
} from '#web/artists/profile/artist-meta.ts'
import { ArtistSections } from '#web/artists/profile/artist-sections.tsx'
import { firstTracks } from '#web/artists/profile/use-artist-tracks.ts'
import { profileMessages } from '#web/artists/profile/profile-messages.ts'
import { useProfileAddress } from '#web/artists/profile-address.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { BuyButton } from '#web/orders/buy-button.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { trackSummary } from '#web/tracks/track-summary.ts'
import type { Route } from './+types/artist-page.ts'

/** Only for admins, so it is no part of what visitors load. */
const BannedArtist = lazyOr(
  () => import('#web/artists/profile/banned-artist.tsx'),
  ({ otherwise }) => otherwise,
)

export { shouldRevalidate } from '#web/artists/profile-address.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const wanted = getArtist.input.safeParse({ id: params.id })
  // An invalid id is not found, like an unknown one.
  if (!wanted.success) throw data(null, { status: 404 })
  const { load } = context.get(publicApiContext)
  const artist = await load(getArtist, wanted.data)
  const reviewPage = readReviewPage(url.searchParams.get('reviewPage'))
  const [found, reviews] = await Promise.all([
    orNull(
      load(queryTracks, {
        artistId: artist.id,
        orderBy: firstTracks.orderBy,
        limit: trackPageSize,
      }),
    ),
    reviewPage === undefined
      ? undefined
      : orNull(load(listReviews, { artistId: artist.id, page: reviewPage })),
  ])
  const { publicUrl } = context.get(siteContext)
  const page = {
    artist,
    reviews: reviews ?? null,
    tracks: found && { ...found, tracks: found.tracks.map(trackSummary) },
    now: new Date().toISOString(),
    publicUrl,
    // For search engines, which read them in the document: no page's script has to make them.
    description: artistDescription(artist),
    structuredData: artistStructuredData(artist, publicUrl),
  }
  const isWhole = found && reviews !== null
  // The next request may have everything.
  return data(page, isWhole ? {} : { headers: { 'cache-control': 'no-store' } })
}

export function headers({ loaderHeaders }: Pick<Route.HeadersArgs, 'loaderHeaders'>): Headers {
  return loaderHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta({ title: 'Artist not found', mayBeIndexed: false })
  const { artist, description, publicUrl, structuredData } = loaderData
  return [
    ...pageMeta({
      title: artist.displayName,
      description,
      path: artistPath(artist.id),
      publicUrl,
      type: 'profile',
      picture: artistPicture(artist),
    }),
    { 'script:ld+json': structuredData },
  ]
}

export default function ArtistPage({ loaderData }: Route.ComponentProps) {
  const { artist, reviews, tracks, now, publicUrl } = loaderData
  const { artistId } = useProfileAddress()
  return (
    // Another artist's page is this page with other reviews and tracks.
    <div key={artist.id} className="page artist-page">
      <h1 className="profile-name">
        <ArtistPortrait artist={artist} />
        <bdi>{artist.displayName}</bdi>
      </h1>
      <ArtistHead artist={artist} url={new URL(artistPath(artist.id), publicUrl).href} />
      <ArtistSections
        artist={artist}
        heading="h2"
        now={now}
        reviews={reviews}
        tracks={tracks}
        isUppermost={artistId === null}
        renderBuyButton={(track) => <LazyBuyButton track={track} />}
      />
    </div>
  )
}

type RowBuyButton = Pick<ComponentProps<typeof BuyButton>, 'track' | 'size'>

/** Loaded after the page, which its visitors may only read. */
const RowBuyButton = lazyOr<RowBuyButton>(
  async () => ({ default: (await import('#web/orders/buy-button.tsx')).BuyButton }),
  () => null,
)

function LazyBuyButton({ track }: Pick<RowBuyButton, 'track'>) {
  const space = <span className="buy-button" />
  if (!useIsHydrated()) return space
  return (
    <Suspense fallback={space}>
      <RowBuyButton track={track} size="sm" />
    </Suspense>
  )
}

/**
 * For other errors the root's. The page is the same for everyone and hides a banned artist, whom an admin fetches in the
 * browser (D-101).
 */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const session = useSession()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  const notFound = (
    <div className="page">
      <EmptyState
        heading="h1"
        title={profileMessages.notFound}
        text={profileMessages.notFoundHint}
        action={<ButtonLink href={artistsPath()}>All artists</ButtonLink>}
      />
    </div>
  )
  const isAdmin = session.state === 'user' && session.role === 'admin'
  if (!isAdmin || params.id === undefined) return notFound
  return (
    <Suspense fallback={notFound}>
      <BannedArtist key={params.id} artistId={params.id} otherwise={notFound} />
    </Suspense>
  )
}
