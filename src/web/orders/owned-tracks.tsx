// The tracks a user owns, to play in full and to download without limit.

import { Download } from 'lucide-react'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { trackPath } from '#rules/page-paths.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { formatPence } from '#rules/price.ts'
import { genderKeyLabel } from '#rules/vocal-range.ts'
import { clock, spokenTime } from '#web/player/clock.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { artistName, SungBy } from '#web/tracks/track-artists.tsx'
import { KeyBadge } from '#web/tracks/track-badges.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { downloadPath, OwnedRenditions } from './owned-renditions.tsx'
import { ownedSource } from './owned-source.ts'

export function OwnedTrackList({ tracks }: { tracks: OwnedTrack[] }) {
  return (
    <ul className="grid divide-y divide-line">
      {tracks.map((owned) => (
        <OwnedTrackRow key={owned.track.id} owned={owned} />
      ))}
    </ul>
  )
}

function OwnedTrackRow({ owned }: { owned: OwnedTrack }) {
  const { track } = owned
  const source = ownedSource(owned)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 md:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <div className="owned-marks">
        <img
          src={track.coverUrl}
          alt=""
          width="64"
          height="64"
          loading="lazy"
          className="size-16 rounded-control object-cover"
        />
        <KeyBadge track={track} />
      </div>
      <div className="wrap-anywhere">
        <h3 className="flex flex-wrap items-center gap-x-3 text-xl">
          <Title owned={owned} />
          {owned.isNew && <span className="new-mark">New</span>}
        </h3>
        <p className="text-md text-ink-2">
          {owned.commissionId === null && (
            <>
              <SungBy originalArtist={track.originalArtist} /> ·{' '}
            </>
          )}
          <bdi>{artistName(track.user)}</bdi>
        </p>
        <Facts owned={owned} />
        {source && <PreviewFailure track={track} source={source} place="player" />}
        {track.instructions && (
          <details className="mt-1">
            <summary className="w-fit cursor-pointer text-md">Performance instructions</summary>
            <p dir="auto" className="max-w-[68ch] py-1 whitespace-pre-line">
              {track.instructions}
            </p>
          </details>
        )}
      </div>
      <div className="col-span-2 grid content-start gap-2 md:col-span-1 md:w-56">
        <div className="flex items-center gap-3">
          {source && <PreviewButton track={track} source={source} />}
          {/* A plain link: the browser shows the progress, can pause and resume, and needs no script. */}
          <span className="flex grow">
            <a
              href={downloadPath(track.id, 'original')}
              download
              className="btn btn-primary btn-wide"
              aria-label={`Download ${track.title}`}
            >
              <Download size={18} aria-hidden="true" /> Download
            </a>
          </span>
        </div>
        <OwnedRenditions owned={owned} />
      </div>
    </li>
  )
}

/** A track that is not public any more has no page to link to; what was made for the customer has its commission's. */
function Title({ owned: { track, isListed, commissionId } }: { owned: OwnedTrack }) {
  const title = <bdi>{track.title}</bdi>
  if (!isListed && commissionId === null) return title
  const href =
    commissionId === null
      ? trackPath(track.id, { from: 'my-tracks' })
      : commissionPath(commissionId)
  return (
    <PageLink href={href} className="no-underline hover:underline">
      {title}
    </PageLink>
  )
}

function Facts({ owned }: { owned: OwnedTrack }) {
  const { track, files } = owned
  const [original] = files
  const genderKey = genderKeyLabel(track.vocalGender)
  return (
    <p className="text-md text-ink-2">
      {track.vocalRange !== null && `${track.vocalRange} (${genderKey}) · `}
      <span aria-hidden="true">{clock(track.durationSeconds)}</span>
      <span className="sr-only">{spokenTime(track.durationSeconds)}</span>
      {original && ` · ${original.label} · ${fileSize(original.bytes ?? 0)}`} · Bought{' '}
      <DateText iso={owned.boughtAt} /> for {formatPence(owned.paidPence)}
    </p>
  )
}
