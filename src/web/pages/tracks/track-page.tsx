import { Suspense, useState } from 'react'
import { data } from 'react-router'
import { trackPageOrigin, trackPath } from '#rules/page-paths.ts'
import { getArtist } from '#contracts/artists/artists.ts'
import { getLicenceInfo } from '#contracts/licences.ts'
import { getTrack, listTracksOfArtist, type TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { tuningQuery, withTuning } from '#rules/listening/tuning.ts'
import { relatedTracks } from '#rules/tracks/track-options.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { RequestLink } from '#web/artists/artist-link.tsx'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { BuyNowButton } from '#web/orders/buy-now-button.tsx'
import { useOwnership } from '#web/orders/ownership.ts'
import type { Api } from '#web/api/client.ts'
import { orNull } from '#web/api/or-null.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { OwnKeyPanel } from '#web/player/key-and-tempo/own-key-panel.tsx'
import { previewSource, type Source } from '#web/player/player-state.ts'
import { PreviewButton } from '#web/player/preview-button.tsx'
import { usePlayer } from '#web/player/player-store.ts'
import { PreviewTextButton } from '#web/player/preview-text-button.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { usePagePlayer } from '#web/layout/page-player.ts'
import { FlagButton } from '#web/moderation/flag-button.tsx'
import { GuideTrack } from '#web/tracks/guide-track.tsx'
import { LicenceFacts } from '#web/licences/licence-facts.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { ErrorText } from '#web/ui/error-text.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'
import { RelatedTracks } from '#web/tracks/related-tracks.tsx'
import { ArtistLine, artistIdOf, artistName, SungBy } from '#web/tracks/track-artists.tsx'
import { RatingPanel } from '#web/reviews/track/rating-panel.tsx'
import { TrackDetails, WhatYouGet } from '#web/tracks/track-details.tsx'
import { KeyBadge, KeyShift, TrackRating, TrackTags } from '#web/tracks/track-badges.tsx'
import { PreviewWithVersions } from '#web/tracks/versions/preview-with-versions.tsx'
import { useShownVersion } from '#web/tracks/versions/use-shown-version.ts'
import { Breadcrumb } from '#web/tracks/breadcrumb.tsx'
import { reRecordingOf, type ReRecording } from '#web/tracks/re-recording.ts'
import { TrackTexts } from '#web/tracks/track-texts.tsx'
import { trackSummary } from '#web/tracks/track-summary.ts'
import { trackDescription, trackTitle, trackStructuredData } from '#web/tracks/track-meta.ts'
import { ShareMenu } from '#web/ui/share/share-menu.tsx'
import type { Route } from './+types/track-page.ts'

/** Loaded for the track's artist only. */
const OwnerStatistics = lazyOr<{ trackId: string }>(
  () => import('#web/tracks/owner-statistics.tsx'),
  () => <ErrorText>{trackMessages.statisticsFailed}</ErrorText>,
)

/** Loaded for a user who owns the track. */
const OwnedBox = lazyOr<{ track: TrackSummary; onSource: (source: Source) => void }>(
  () => import('#web/orders/owned-box.tsx'),
  ({ track }) => <BuyButton track={track} place="page" />,
)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const commentPage = url.searchParams.get('comments') ?? undefined
  const wanted = getTrack.input.safeParse({ id: params.id, commentPage })
  // An invalid id is not found, like an unknown one.
  if (!wanted.success) throw data(null, { status: 404 })
  const { load } = context.get(publicApiContext)
  const track = await load(getTrack, wanted.data)
  const artistId = artistIdOf(track.user)
  const [related, licence, artist] = await Promise.all([
    artistId === null ? [] : orNull(loadRelated(load, artistId)),
    orNull(load(getLicenceInfo, { id: track.id })),
    artistId === null ? undefined : orNull(load(getArtist, { id: artistId })),
  ])
  const { publicUrl } = context.get(siteContext)
  const from = url.searchParams.get('from')
  const reRecording = reRecordingOf(track.id, artist)
  const [path, title] = [trackPath(track.id), trackTitle(track)]
  // Here, so that no browser loads what makes it.
  const head = {
    title,
    description: trackDescription(track),
    path,
    publicUrl,
    type: 'music.song' as const,
    picture: { path: track.sharePictureUrl, description: title },
  }
  const about = {
    head,
    structuredData: trackStructuredData(track, publicUrl),
    audio: track.previewUrl === null ? [] : [new URL(track.previewUrl, publicUrl).href],
    address: new URL(path, publicUrl).href,
  }
  const page = { track, related, licence, reRecording, from, ...about }
  const isWhole = related !== null && licence !== null && artist !== null
  // The next request may have everything.
  return data(page, isWhole ? {} : { headers: { 'cache-control': 'no-store' } })
}

export function headers({ loaderHeaders }: Pick<Route.HeadersArgs, 'loaderHeaders'>): Headers {
  return loaderHeaders
}

async function loadRelated(load: Api['load'], artistId: string): Promise<TrackSummary[]> {
  const { tracks } = await load(listTracksOfArtist, { artistId, limit: relatedTracks.fetched })
  return tracks.map(trackSummary)
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta({ title: 'Track not found', mayBeIndexed: false })
  const { head, structuredData, audio } = loaderData
  return [
    ...pageMeta(head),
    ...audio.map((content) => ({ property: 'og:audio', content })),
    { 'script:ld+json': structuredData },
  ]
}

export default function TrackPage({ loaderData }: Route.ComponentProps) {
  // A version's page is this page with another track.
  return <OneTrack key={loaderData.track.id} {...loaderData} />
}

function OneTrack({
  track,
  related,
  licence,
  reRecording,
  from,
  head: { title, path },
  address,
}: Route.ComponentProps['loaderData']) {
  const session = useSession()
  const isOwner = useOwnership(track) === 'own-upload'
  const isAdmin = session.state === 'user' && session.role === 'admin'
  // A shared link opens the track as it is heard here.
  const tuning = usePlayer((state) => state.tuning)
  return (
    <div className="page track-page">
      <Breadcrumb title={track.title} from={from}>
        <ShareMenu title={title} url={withTuning(address, tuning)} />
        <FlagButton kind="track" subjectId={track.id} title={title} path={path} />
      </Breadcrumb>
      <TrackTop track={track} reRecording={isOwner ? null : reRecording} />
      <div className="track-main">
        <TrackTexts track={track} />
        <aside className="track-facts" aria-label="Details and what you get">
          <TrackDetails track={track}>
            <LicenceFacts
              trackId={track.id}
              licence={licence}
              maySeeDocument={isOwner || isAdmin}
            />
          </TrackDetails>
          <WhatYouGet track={track} />
          <GuideTrack track={track} />
        </aside>
        <div className="track-community">
          <RatingPanel
            track={track}
            isAdmin={isAdmin}
            pathOf={(comments) => trackPath(track.id, { from: trackPageOrigin(from), comments })}
          />
        </div>
      </div>
      <RelatedTracks track={track} found={related}>
        {(shown) => <BuyButton track={shown} size="sm" />}
      </RelatedTracks>
      {/* Last, because it appears once the user is known: nothing below moves. */}
      {isOwner && (
        <div className="track-statistics">
          <Suspense fallback={null}>
            <OwnerStatistics trackId={track.id} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

type LoadedTrack = Route.ComponentProps['loaderData']['track']

type TrackTopProps = { track: LoadedTrack; reRecording: ReRecording | null }

/** The head of the page: title, player and price; for a user who owns the track, the full recording and its files. */
function TrackTop({ track, reRecording }: TrackTopProps) {
  const version = useShownVersion(track)
  const isOwned = useOwnership(track) === 'owned'
  const [full, setFull] = useState<Source>(previewSource)
  const source = isOwned && !version.isOther ? full : previewSource
  return (
    <div className="track-top">
      <Head track={track} source={source} version={version} />
      {/* On a phone the one bar at the bottom: the round button plays what the player above shows. */}
      <section className="buy-box" aria-label={isOwned ? 'Yours' : 'Buy'}>
        <div className="buy-play">
          <PreviewButton track={version.shown} source={source} />
        </div>
        {isOwned ? (
          <Suspense fallback={<BuyButton track={track} place="page" />}>
            <OwnedBox track={track} onSource={setFull} />
          </Suspense>
        ) : (
          <Purchase track={track} previewed={version.shown} />
        )}
      </section>
      <div className="own-key">
        <OwnKeyPanel track={version.shown} source={source} bought={isOwned ? null : track} />
        {reRecording && <ReRecordLink track={track} at={reRecording} />}
      </div>
    </div>
  )
}

/** For a singer whom another key or tempo of the recording does not help enough. */
function ReRecordLink({ track: { user }, at }: { track: LoadedTrack; at: ReRecording }) {
  const tuning = usePlayer((state) => state.tuning)
  const { path, words } = tuning.semitones === 0 ? at.sameKey : at.otherKey
  return (
    <RequestLink href={[path, tuningQuery(tuning)].filter(Boolean).join('&')}>
      Have <bdi>{artistName(user)}</bdi> {words}
    </RequestLink>
  )
}

type HeadProps = {
  track: LoadedTrack
  source: Source
  version: ReturnType<typeof useShownVersion>
}

function Head({ track, source, version }: HeadProps) {
  const player = usePagePlayer(version.shown.id, source.kind)
  return (
    <>
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
          <span className="muted">Created by</span> <ArtistLine user={track.user} />
          <TrackRating track={track} />
        </p>
        <KeyShift track={track} />
        <TrackTags track={track} />
        <PreviewWithVersions
          ref={player}
          track={track}
          source={source}
          bars={track.fineWaveform}
          version={version}
        />
      </header>
    </>
  )
}

function Purchase({ track, previewed }: { track: TrackSummary; previewed: TrackSummary }) {
  return (
    <>
      <span className="price">{formatPence(track.customerPricePence)}</span>
      <BuyButton track={track} place="page" label="Add to Basket" />
      <BuyNowButton track={track} />
      <PreviewTextButton track={previewed} className="buy-preview" />
    </>
  )
}
