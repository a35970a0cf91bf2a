// The tracks a user owns, to play and to download without limit.

import { Download } from 'lucide-react'
import { trackPath } from '#rules/page-paths.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { keyLabel, spokenKey } from '#rules/musical-key.ts'
import { formatPence } from '#rules/price.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { artistName, SungBy } from '#web/tracks/track-artists.tsx'
import { fileSize } from '#web/ui/file-size.ts'

export function OwnedTracks({ tracks }: { tracks: OwnedTrack[] }) {
  return (
    <div className="panel panel-list">
      <ul className="grid divide-y divide-line">
        {tracks.map((owned) => (
          <OwnedTrackRow key={owned.track.id} owned={owned} />
        ))}
      </ul>
    </div>
  )
}

function OwnedTrackRow({ owned }: { owned: OwnedTrack }) {
  const { track } = owned
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 md:grid-cols-[4rem_minmax(0,1fr)_auto] md:items-center">
      <img
        src={track.coverUrl}
        alt=""
        width="64"
        height="64"
        loading="lazy"
        className="size-16 rounded-control object-cover"
      />
      <div className="wrap-anywhere">
        <h2 className="text-xl">
          <PageLink
            href={trackPath(track.id, { from: 'my-tracks' })}
            className="no-underline hover:underline"
          >
            <bdi>{track.title}</bdi>
          </PageLink>
        </h2>
        <p className="text-md text-ink-2">
          <SungBy originalArtist={track.originalArtist} /> · <bdi>{artistName(track.user)}</bdi>
        </p>
        <p className="text-md text-ink-2">
          <KeyText text={track.keySignature} />
          {owned.format} · {fileSize(owned.bytes)} · Bought <DateText iso={owned.boughtAt} /> for{' '}
          {formatPence(owned.paidPence)}
        </p>
        <PreviewFailure track={track} place="button" />
      </div>
      <div className="col-span-2 flex items-center gap-3 md:col-span-1">
        <PreviewButton track={track} />
        {/* A plain link: the browser shows the progress, can pause and resume, and needs no script. */}
        <span className="flex grow md:grow-0">
          <a
            href={`/api/proxy/tracks/download/${track.id}`}
            download
            className="btn btn-primary btn-wide"
            aria-label={`Download ${track.title}`}
          >
            <Download size={18} aria-hidden="true" /> Download
          </a>
        </span>
      </div>
    </li>
  )
}

function KeyText({ text }: { text: string | null }) {
  const label = keyLabel(text)
  if (label === null) return null
  return (
    <>
      <span aria-hidden="true">Key {label}</span>
      <span className="sr-only">{spokenKey(text)}</span>
      {' · '}
    </>
  )
}
