import { data } from 'react-router'
import { trackPath } from '#rules/page-paths.ts'
import { getTrack } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { BuyNowButton } from '#web/orders/buy-now-button.tsx'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { PreviewTextButton } from '#web/player/preview-text-button.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ArtistLine, SungBy } from '#web/tracks/track-artists.tsx'
import { TrackComments } from '#web/tracks/track-comments.tsx'
import { TrackDetails, WhatYouGet } from '#web/tracks/track-details.tsx'
import { KeyBadge, KeyShift, TrackRating, TrackTags } from '#web/tracks/track-badges.tsx'
import { PreviewWithVersions } from '#web/tracks/versions/preview-with-versions.tsx'
import { Breadcrumb } from '#web/tracks/breadcrumb.tsx'
import { trackDescription, trackTitle, trackStructuredData } from '#web/tracks/track-meta.ts'
import type { Route } from './+types/track-page.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const wanted = getTrack.input.safeParse({ id: params.id })
  // An invalid id is not found, like an unknown one.
  if (!wanted.success) throw data(null, { status: 404 })
  const track = await context.get(publicApiContext).load(getTrack, wanted.data)
  const { publicUrl } = context.get(siteContext)
  return { track, from: url.searchParams.get('from'), publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta({ title: 'Track not found', mayBeIndexed: false })
  const { track, publicUrl } = loaderData
  return [
    ...pageMeta({
      title: trackTitle(track),
      description: trackDescription(track),
      path: trackPath(track.id),
      publicUrl,
      type: 'music.song',
    }),
    ...(track.previewUrl === null
      ? []
      : [{ property: 'og:audio', content: new URL(track.previewUrl, publicUrl).href }]),
    { 'script:ld+json': trackStructuredData(track, publicUrl) },
  ]
}

export default function TrackPage({ loaderData }: Route.ComponentProps) {
  const { track, from } = loaderData
  return (
    <div className="page track-page">
      <Breadcrumb title={track.title} from={from} />
      <div className="track-cover">
        <img src={track.coverUrl} width={400} height={400} alt="" fetchPriority="high" />
        <KeyBadge track={track} />
      </div>
      <header className="track-head">
        <h1>
          <bdi>{track.title}</bdi>
        </h1>
        <p className="track-sung-by">
          <SungBy originalArtist={track.originalArtist} />
        </p>
        <p className="track-by">
          <span className="text-ink-2">Created by</span> <ArtistLine user={track.user} />
          <TrackRating track={track} />
        </p>
        <KeyShift track={track} />
        <TrackTags track={track} />
        {/* A version's page is this page with another track. */}
        <PreviewWithVersions key={track.id} track={track} bars={track.fineWaveform} />
      </header>
      <section className="buy-box" aria-label="Buy">
        <span className="price">{formatPence(track.customerPricePence)}</span>
        <BuyButton track={track} place="page" label="Add to Basket" />
        <BuyNowButton track={track} />
        <PreviewTextButton track={track} className="buy-preview" />
      </section>
      <div className="track-about">
        <section>
          <h2>About this track</h2>
          <p className="user-text" dir="auto">
            {track.description}
          </p>
        </section>
        {track.instructions && (
          <section>
            <h2>Performance instructions</h2>
            <p className="user-text" dir="auto">
              {track.instructions}
            </p>
          </section>
        )}
        <TrackComments comments={track.comments} />
      </div>
      <aside className="track-facts" aria-label="Details and what you get">
        <TrackDetails track={track} />
        <WhatYouGet track={track} />
      </aside>
    </div>
  )
}
