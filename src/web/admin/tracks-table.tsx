import type { TrackRecord } from '#contracts/admin/tracks.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { ActionButton } from './action-button.tsx'
import { hiddenTrackLabel, trackStateLabels } from './admin-labels.ts'
import { adminMessages } from './admin-messages.ts'
import { AdminTable, Cell } from './admin-table.tsx'

const columns = ['Track', 'Artist', 'State', 'Price', 'Sales', 'Added', 'Actions']

export function TracksTable({ tracks }: { tracks: readonly TrackRecord[] }) {
  return (
    <AdminTable caption="Tracks" columns={columns}>
      {tracks.map((track) => (
        <tr key={track.id}>
          <Cell label="Track">
            <NamedTrack track={track} />
          </Cell>
          <Cell label="Artist">
            <PageLink href={adminUserPath(track.artist.id)}>
              <bdi>{track.artist.name}</bdi>
            </PageLink>
            {track.artist.isBanned && <small className="admin-mark">Banned</small>}
          </Cell>
          <Cell label="State">
            <TrackState track={track} />
            <small>
              <PageLink href={adminPath('auditLog', { subject: track.id })}>
                History
                <span className="sr-only">
                  {' '}
                  of <bdi>{track.title}</bdi>
                </span>
              </PageLink>
            </small>
          </Cell>
          <Cell label="Price">{formatPence(track.customerPricePence)}</Cell>
          <Cell label="Sales">{wholeNumber(track.sales)}</Cell>
          <Cell label="Added">
            <DateText iso={track.createdAt} />
          </Cell>
          <Cell label="Actions">
            <TrackActions track={track} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function NamedTrack({ track }: { track: TrackRecord }) {
  return (
    <>
      {track.isListed ? (
        <PageLink href={trackPath(track.id)}>
          <bdi>{track.title}</bdi>
        </PageLink>
      ) : (
        <bdi>{track.title}</bdi>
      )}
      <small>
        <bdi>{track.originalArtist}</bdi>
      </small>
    </>
  )
}

function TrackState({ track }: { track: TrackRecord }) {
  const { isListed, withdrawnAt, isTakenDown, isFeatured, isQualityValidated } = track
  return (
    <>
      {isListed && trackStateLabels.listed}
      {!isListed && withdrawnAt === null && hiddenTrackLabel}
      {withdrawnAt !== null && !isTakenDown && trackStateLabels.withdrawn}
      {isTakenDown && <span className="admin-mark">{trackStateLabels.taken_down}</span>}
      {isFeatured && <small>{trackStateLabels.featured}</small>}
      {!isQualityValidated && <small>{trackStateLabels.not_validated}</small>}
    </>
  )
}

function TrackActions({ track }: { track: TrackRecord }) {
  return (
    <div className="admin-actions admin-row-actions">
      {track.isTakenDown ? <PutBackButton track={track} /> : <TakeDownButton track={track} />}
      <FeatureButton track={track} />
      <QualityButton track={track} />
    </div>
  )
}

/** Before the reason, which the admin writes. */
function toldArtist(track: TrackRecord, kind: 'track_taken_down' | 'track_restored') {
  const { name } = track.artist
  const details = { titles: [track.title], byReport: false }
  return { label: `What ${name} is told`, notices: [{ to: name, kind, details }] }
}

function TakeDownButton({ track }: { track: TrackRecord }) {
  const { id, title } = track
  return (
    <ActionButton
      label="Take down"
      isDangerous
      about={title}
      title={`Take “${title}” down?`}
      submitting="Taking down…"
      contract={async () => (await import('#contracts/admin/tracks.ts')).takeDownTrack}
      route="POST /api/proxy/admin/tracks/{id}/take-down"
      constants={{ id }}
      done={adminMessages.takenDown}
      told={toldArtist(track, 'track_taken_down')}
    >
      <p>
        It leaves the catalogue, searches and carts at once, and its artist cannot restore it.
        Customers who bought it keep it.
      </p>
    </ActionButton>
  )
}

function PutBackButton({ track }: { track: TrackRecord }) {
  const { id, title } = track
  return (
    <ActionButton
      label="Put back"
      about={title}
      title={`Put “${title}” back?`}
      submitting="Putting back…"
      contract={async () => (await import('#contracts/admin/tracks.ts')).putBackTrack}
      route="POST /api/proxy/admin/tracks/{id}/put-back"
      constants={{ id }}
      done={adminMessages.putBack}
      told={toldArtist(track, 'track_restored')}
    >
      <p>It is listed again, unless its artist had withdrawn it.</p>
    </ActionButton>
  )
}

function QualityButton({ track: { id, title, isQualityValidated } }: { track: TrackRecord }) {
  return (
    <ActionButton
      label={isQualityValidated ? 'Remove approval' : 'Approve quality'}
      about={title}
      title={
        isQualityValidated
          ? `Remove the approval of “${title}”?`
          : `Approve the quality of “${title}”?`
      }
      submitting="Saving…"
      contract={async () => (await import('#contracts/admin/tracks.ts')).setTrackQuality}
      route="POST /api/proxy/admin/tracks/{id}/quality"
      constants={{ id, qualityValidated: !isQualityValidated }}
      done={isQualityValidated ? adminMessages.invalidated : adminMessages.validated}
    >
      <p>
        A search of approved recordings only {isQualityValidated ? 'leaves it out' : 'finds it'}.
      </p>
    </ActionButton>
  )
}

function FeatureButton({ track }: { track: TrackRecord }) {
  const { id, title, isFeatured } = track
  if (isFeatured)
    return (
      <ActionButton
        label="End featuring"
        about={title}
        title={`End the featuring of “${title}”?`}
        submitting="Saving…"
        contract={async () => (await import('#contracts/admin/tracks.ts')).endFeaturing}
        route="POST /api/proxy/admin/tracks/{id}/end-featuring"
        constants={{ id }}
        done={adminMessages.featuringEnded}
      >
        <p>It leaves the head of the home page’s list. Its sales may keep it among the others.</p>
      </ActionButton>
    )
  if (!track.isListed) return null
  return (
    <ActionButton
      label="Feature"
      about={title}
      title={`Feature “${title}”?`}
      submitting="Saving…"
      contract={async () => (await import('#contracts/admin/tracks.ts')).featureTrack}
      route="POST /api/proxy/admin/tracks/{id}/feature"
      constants={{ id }}
      done={adminMessages.featured}
    >
      <p>
        It is the first of the home page’s list, until another track is featured. At most{' '}
        {maxFeaturedTracks} tracks are featured at once.
      </p>
    </ActionButton>
  )
}
