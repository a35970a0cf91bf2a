// The one writer of tracks: their details, the files and figures of their recording, and what a search finds them by. In
// the same transaction it lists them (search/list-tracks.ts).

import { Refusal } from '#rules/errors/refusal.ts'
import { settleKey, type SettledKey } from '#rules/music/measured-key.ts'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import type { Db } from '#server/db/client.ts'
import { enteredColumns } from '#server/db/tables/track-tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { MeasuredMusic } from '#server/gateways/audio/audio-engine.ts'
import { refuseForeignDocument } from '#server/licences/document-owner.ts'
import {
  listTracksOfArtist,
  lockTracksOfArtist,
  publishTrack,
  renameSuggestedArtist,
  songOf,
  unlistTracksOfArtist,
} from '#server/search/list-tracks.ts'
import {
  refreshSearchColumns,
  searchColumns,
  type SearchableArtist,
} from '#server/search/search-columns.ts'
import {
  audioColumns,
  descriptionColumns,
  enteredOf,
  musicColumns,
  type TrackAudio,
  type TrackDescription,
} from './track-columns.ts'

type NewTrack = {
  id: string
  artistId: string
  description: TrackDescription
  original: { key: string; name: string; container: string; bytes: string | number; sha256: string }
  previewKey: string
  audio: TrackAudio
  /** Now, unless it is given. */
  createdAt?: Date
}

type OwnTrack = { id: string; artistId: string }

/** @throws Refusal license_document_not_found */
export async function createTrack(db: Db, track: NewTrack): Promise<void> {
  const { id, artistId, original, previewKey, audio, createdAt } = track
  const description = { ...track.description, ...keyOfNew(track) }
  await inTransaction(db, async (tx) => {
    const artist = await lockArtist(tx, artistId)
    await refuseForeignDocument(tx, { documentId: description.licenceDocumentId, artistId })
    await tx
      .insertInto('tracks')
      .values({
        id,
        artist_id: artistId,
        ...descriptionColumns(description),
        ...audioColumns(audio),
        original_key: original.key,
        original_name: original.name,
        original_container: original.container,
        original_bytes: original.bytes,
        original_sha256: original.sha256,
        preview_key: previewKey,
        ...searchColumns({ ...description, tempoBpm: audio.tempoBpm }, artist),
        ...(createdAt === undefined ? {} : { created_at: createdAt }),
      })
      .execute()
    await publishTrack(tx, { name: 'trackListed', id })
    await refreshArtists(tx, 'tracks', [artistId])
  })
}

function keyOfNew({ description, audio }: NewTrack): SettledKey {
  const { keySignature: written, keyAnswer } = description
  const answer = keyAnswer ?? 'as_written'
  return (
    settleKey({ written, measured: audio, answer }) ?? { keySignature: written, isKeyStated: true }
  )
}

/**
 * Changes what is given and leaves the rest as it is, so that two edits of different fields are both kept.
 * @throws Refusal not_found, track_withdrawn, key_unanswered, licensed_from_missing, license_document_not_found
 */
export async function updateTrack(
  db: Db,
  { id, artistId, changes }: OwnTrack & { changes: Partial<TrackDescription> },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const artist = await lockArtist(tx, artistId)
    const track = await lockTrack(tx, { id, artistId })
    if (!track) throw new Refusal('not_found')
    const { tempoBpm, withdrawnAt, song: formerSong, ...before } = track
    if (withdrawnAt !== null) throw new Refusal('track_withdrawn')
    const { keyAnswer: answer = null, ...changed } = { ...before, ...given(changes) }
    const key = settleKey({ written: changed.keySignature, measured: before, answer, before })
    if (key === null) throw new Refusal('key_unanswered')
    const description = withLicence({ ...changed, ...key })
    await refuseForeignDocument(tx, { documentId: description.licenceDocumentId, artistId })
    await tx
      .updateTable('tracks')
      .set({
        ...descriptionColumns(description),
        ...searchColumns({ ...description, tempoBpm }, artist),
      })
      .where('id', '=', id)
      .execute()
    await publishTrack(tx, { name: 'trackChanged', id, formerSong })
  })
}

async function lockTrack(tx: Db, own: OwnTrack) {
  const row = await tx
    .selectFrom('tracks')
    .select(Object.values(enteredColumns))
    .select([
      'licence_document_id as licenceDocumentId',
      'key_stated as isKeyStated',
      'measured_key as measuredKey',
      'measured_key_confidence as measuredKeyConfidence',
      'tempo_bpm as tempoBpm',
      'withdrawn_at as withdrawnAt',
      songOf.as('song'),
    ])
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, ...enteredOf(row) }
}

function given(changes: Partial<TrackDescription>): Partial<TrackDescription> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Only a licensed track says from whom. @throws Refusal licensed_from_missing */
function withLicence<Track extends TrackDescription>(track: Track): Track {
  if (track.licenceStatus !== 'licensed') return { ...track, licensedFrom: null }
  if (track.licensedFrom === null) throw new Refusal('licensed_from_missing')
  return track
}

/** Of a track whose upload was prepared before this was measured. The time of the attempt is stored in any case. */
export async function storeMeasuredMusic(
  db: Db,
  { id, music }: { id: string; music: MeasuredMusic },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const track = await tx
      .selectFrom('tracks')
      .select(['artist_id', 'key_signature'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!track) return
    await lockArtist(tx, track.artist_id)
    // It was published as written, without a question.
    const claim = { written: track.key_signature, measured: music, answer: 'as_written' } as const
    const measured = await tx
      .updateTable('tracks')
      .set({
        ...musicColumns(music),
        music_measured_at: new Date(),
        key_stated: settleKey(claim)?.isKeyStated ?? false,
      })
      .where('id', '=', id)
      .where('music_measured_at', 'is', null)
      .executeTakeFirst()
    if (measured.numUpdatedRows === 0n) return
    await refreshSearchColumns(tx, { ids: [id] })
    await publishTrack(tx, { name: 'trackChanged', id })
  })
}

/** The track leaves the catalogue; customers who bought it keep it. Repeated, it changes nothing. @throws Refusal not_found */
export function withdrawTrack(db: Db, own: OwnTrack): Promise<void> {
  return changeListing(db, own, new Date())
}

/** Lists a withdrawn track again. Repeated, it changes nothing. @throws Refusal not_found, track_taken_down */
export function restoreTrack(db: Db, own: OwnTrack): Promise<void> {
  return changeListing(db, own, null)
}

async function changeListing(db: Db, own: OwnTrack, withdrawnAt: Date | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockArtist(tx, own.artistId)
    const changed = await tx
      .updateTable('tracks')
      .set({ withdrawn_at: withdrawnAt })
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .where('withdrawn_at', withdrawnAt === null ? 'is not' : 'is', null)
      .where('taken_down_at', 'is', null)
      .executeTakeFirst()
    if (changed.numUpdatedRows > 0n) {
      await publishTrack(tx, { name: 'trackChanged', id: own.id })
      return refreshArtists(tx, 'tracks', [own.artistId])
    }
    const track = await tx
      .selectFrom('tracks')
      .select('taken_down_at')
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .executeTakeFirst()
    if (!track) throw new Refusal('not_found')
    if (withdrawnAt === null && track.taken_down_at !== null) throw new Refusal('track_taken_down')
  })
}

/** Of an artist who leaves: in the transaction that holds the artist's lock, publishes the change and removes the artist's row. */
export async function withdrawAllTracks(tx: Db, artistId: string): Promise<void> {
  await lockTracksOfArtist(tx, artistId)
  await tx
    .updateTable('tracks')
    .set({ withdrawn_at: new Date() })
    .where('artist_id', '=', artistId)
    .where('withdrawn_at', 'is', null)
    .execute()
  await unlistTracksOfArtist(tx, artistId)
  await tx
    .deleteFrom('suggestions')
    .where('kind', '=', 'artist')
    .where('id', '=', artistId)
    .execute()
}

/** Belongs in the transaction that changes a username or display name: the search finds tracks by both. */
export async function reindexArtistTracks(tx: Db, artistId: string): Promise<void> {
  await lockArtist(tx, artistId)
  await refreshSearchColumns(tx, { artistId })
  await listTracksOfArtist(tx, artistId)
  await renameSuggestedArtist(tx, artistId)
  await publish(tx, { name: 'profileChanged', artistId })
}

function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/**
 * The names cannot change until the transaction ends, so no track keeps a name from before a change. The artist is locked
 * before the tracks, here and in every other write, so that two writes never wait for each other.
 */
export function lockArtist(tx: Db, artistId: string): Promise<SearchableArtist> {
  return tx
    .selectFrom('users')
    .select(['username', 'display_name as displayName'])
    .where('id', '=', artistId)
    .forShare()
    .executeTakeFirstOrThrow()
}
