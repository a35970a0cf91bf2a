// The tracks a user owns, to play in full and to download without limit.

import { Download } from 'lucide-react'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { refundRequestPath } from '#rules/orders/order-paths.ts'
import { ownRequestTexts } from '#rules/orders/refund-request.ts'
import { trackPath } from '#rules/page-paths.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { formatPence } from '#rules/price.ts'
import { genderKeyLabel } from '#rules/music/vocal-range.ts'
import { clock, spokenTime } from '#rules/listening/clock.ts'
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
    <ul className="rows">
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
    <li className="owned-track">
      <div className="owned-marks">
        <img
          src={track.coverUrl}
          alt=""
          width="64"
          height="64"
          loading="lazy"
          className="owned-cover"
        />
        <KeyBadge track={track} />
      </div>
      <div className="user-words">
        <h3 className="owned-title">
          <Title owned={owned} />
          {owned.isNew && <span className="new-mark">New</span>}
        </h3>
        <p className="detail">
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
          <details className="owned-instructions">
            <summary>Performance instructions</summary>
            <p dir="auto">{track.instructions}</p>
          </details>
        )}
      </div>
      <div className="owned-files">
        <div className="owned-download">
          {source && <PreviewButton track={track} source={source} />}
          {/* A plain link: the browser shows the progress, can pause and resume, and needs no script. */}
          <span>
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
        {owned.commissionId === null && <WrongLink owned={owned} />}
      </div>
    </li>
  )
}

/** Whoever has asked for the money finds the answer there. */
function WrongLink({ owned: { track, refundRequest } }: { owned: OwnedTrack }) {
  return (
    <PageLink href={refundRequestPath(track.id)} className="detail">
      {refundRequest === null ? 'Something is wrong' : ownRequestTexts[refundRequest]}
      <span className="sr-only">
        {' '}
        {refundRequest === null ? 'with' : 'for'} <bdi>{track.title}</bdi>
      </span>
    </PageLink>
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
    <PageLink href={href} className="name-link">
      {title}
    </PageLink>
  )
}

function Facts({ owned }: { owned: OwnedTrack }) {
  const { track, files } = owned
  const [original] = files
  const genderKey = genderKeyLabel(track.vocalGender)
  return (
    <p className="detail">
      {track.vocalRange !== null && `${track.vocalRange} (${genderKey}) · `}
      <span aria-hidden="true">{clock(track.durationSeconds)}</span>
      <span className="sr-only">{spokenTime(track.durationSeconds)}</span>
      {original && ` · ${original.label} · ${fileSize(original.bytes ?? 0)}`} · Bought{' '}
      <DateText iso={owned.boughtAt} /> for {formatPence(owned.paidPence)}
    </p>
  )
}
