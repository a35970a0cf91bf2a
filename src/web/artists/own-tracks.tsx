// The artist's own tracks, with prices, sales and downloads.

import { trackPath } from '#rules/page-paths.ts'
import type { listOwnTracks } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { SungBy } from '#web/tracks/track-artists.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { DateText } from '#web/ui/date-text.tsx'

type OwnTrack = ReturnType<(typeof listOwnTracks)['output']['parse']>['tracks'][number]

export function OwnTracks({ tracks }: { tracks: OwnTrack[] }) {
  if (tracks.length === 0) {
    return (
      <EmptyState
        title="No tracks yet"
        text="Your first upload appears here as soon as its preview is made."
      />
    )
  }
  return (
    <ul className="divide-y divide-line">
      {tracks.map((track) => (
        <OwnTrackRow key={track.id} track={track} />
      ))}
    </ul>
  )
}

function OwnTrackRow({ track }: { track: OwnTrack }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 py-3 lg:grid-cols-[3.5rem_minmax(0,1fr)_26rem] lg:items-center">
      <img
        src={track.coverUrl}
        alt=""
        width="56"
        height="56"
        loading="lazy"
        className="size-14 rounded-control object-cover"
      />
      <div className="wrap-anywhere">
        <PageLink
          href={trackPath(track.id, { from: 'artist-dashboard' })}
          className="font-display text-xl leading-tight no-underline hover:underline"
        >
          <bdi>{track.title}</bdi>
        </PageLink>
        <p className="text-md text-ink-2">
          <SungBy originalArtist={track.originalArtist} /> · <DateText iso={track.createdAt} />
        </p>
      </div>
      <dl className="col-span-2 grid grid-cols-[1fr_1.3fr_0.7fr_1fr] gap-x-4 max-sm:grid-cols-2 max-sm:gap-y-2 lg:col-span-1">
        <Figure label="You receive" value={formatPence(track.pricePence)} />
        <Figure label="Customer pays" value={formatPence(track.customerPricePence)} />
        <Figure label="Sales" value={String(track.purchaseCount)} />
        <Figure label="Downloads" value={String(track.downloadCount)} />
      </dl>
    </li>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
