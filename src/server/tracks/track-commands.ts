// The one writer of tracks: their details, the files and figures of their recording, and what a search finds them by. In
// the same transaction the database copies that to the catalogue's read model (migration 0012).

import { Refusal } from '#rules/errors/refusal.ts'
import type { Genre, Instrumentation, TrackFormat } from '#rules/track-options.ts'
import type { VocalRange } from '#rules/vocal-range.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { PreparedAudio } from '#server/gateways/audio/audio-engine.ts'
import { refreshSearchColumns } from '#server/search/refresh-search-columns.ts'
import { searchColumns, type SearchableArtist } from '#server/search/search-columns.ts'
import { waveformOf } from './waveform.ts'

/** What the artist enters about a track. */
export type TrackDescription = {
  title: string
  originalArtist: string
  description: string
  instructions: string | null
  /** The artist's price. */
  pricePence: number
  format: TrackFormat
  instrumentation: Instrumentation
  genre: Genre | null
  vocalRange: VocalRange | null
  keySignature: string | null
  isHigher: boolean
  isLower: boolean
}

type NewTrack = {
  id: string
  artistId: string
  description: TrackDescription
  original: { key: string; name: string; container: string; bytes: string | number; sha256: string }
  previewKey: string
  audio: Omit<PreparedAudio, 'container' | 'preview'> & {
    preview: Pick<PreparedAudio['preview'], 'durationMs' | 'peaks'>
  }
  /** Now, unless it is given. */
  createdAt?: Date
}

type OwnTrack = { id: string; artistId: string }

export async function createTrack(db: Db, track: NewTrack): Promise<void> {
  const { id, artistId, description, original, previewKey, audio, createdAt } = track
  await inTransaction(db, async (tx) => {
    const artist = await lockArtist(tx, artistId)
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
        ...searchColumns({ ...description, qualityValidated: true }, artist),
        ...(createdAt === undefined ? {} : { created_at: createdAt }),
      })
      .execute()
    await publish(tx, { name: 'trackListed', trackId: id })
  })
}

/** Replaces what the artist entered. A withdrawn track cannot be changed. @throws Refusal not_found */
export async function updateTrack(
  db: Db,
  { id, artistId, description }: OwnTrack & { description: TrackDescription },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const artist = await lockArtist(tx, artistId)
    const track = await tx
      .selectFrom('tracks')
      .select('quality_validated as qualityValidated')
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .where('withdrawn_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!track) throw new Refusal('not_found')
    await tx
      .updateTable('tracks')
      .set({
        ...descriptionColumns(description),
        ...searchColumns({ ...description, ...track }, artist),
      })
      .where('id', '=', id)
      .execute()
    await publish(tx, { name: 'trackChanged', trackId: id })
  })
}

/** The track leaves the catalogue; customers who bought it keep it. @throws Refusal not_found */
export async function withdrawTrack(db: Db, own: OwnTrack): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockArtist(tx, own.artistId)
    const withdrawn = await tx
      .updateTable('tracks')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (withdrawn.numUpdatedRows === 0n) throw new Refusal('not_found')
    await publish(tx, { name: 'trackChanged', trackId: own.id })
  })
}

/** Lists a withdrawn track again. @throws Refusal not_found */
export async function restoreTrack(db: Db, own: OwnTrack): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockArtist(tx, own.artistId)
    const restored = await tx
      .updateTable('tracks')
      .set({ withdrawn_at: null })
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .where('withdrawn_at', 'is not', null)
      .executeTakeFirst()
    if (restored.numUpdatedRows === 0n) throw new Refusal('not_found')
    await publish(tx, { name: 'trackChanged', trackId: own.id })
  })
}

/** Belongs in the transaction that changes a username or display name: the search finds tracks by both. */
export async function reindexArtistTracks(tx: Db, artistId: string): Promise<void> {
  await lockArtist(tx, artistId)
  await refreshSearchColumns(tx, { artistId })
  await publish(tx, { name: 'artistChanged', artistId })
}

function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/**
 * The names cannot change until the transaction ends, so no track keeps a name from before a change. The artist is locked
 * before the tracks, here and in every other write, so that two writes never wait for each other.
 */
function lockArtist(tx: Db, artistId: string): Promise<SearchableArtist> {
  return tx
    .selectFrom('users')
    .select(['username', 'display_name as displayName'])
    .where('id', '=', artistId)
    .forShare()
    .executeTakeFirstOrThrow()
}

function descriptionColumns(track: TrackDescription) {
  return {
    title: track.title,
    original_artist: track.originalArtist,
    description: track.description,
    instructions: track.instructions,
    price_pence: track.pricePence,
    format: track.format,
    instrumentation: track.instrumentation,
    genre: track.genre,
    vocal_range: track.vocalRange,
    key_signature: track.keySignature,
    is_higher: track.isHigher,
    is_lower: track.isLower,
  }
}

function audioColumns(audio: NewTrack['audio']) {
  return {
    codec: audio.codec,
    sample_rate_hz: audio.sampleRateHz,
    channels: audio.channels,
    duration_ms: audio.durationMs,
    loudness_lufs: audio.loudnessLufs,
    loudness_range_lu: audio.loudnessRangeLu,
    true_peak_dbtp: audio.truePeakDbtp,
    peaks: audio.peaks,
    preview_ms: audio.preview.durationMs,
    waveform: waveformOf(audio.preview.peaks, 96),
    fine_waveform: waveformOf(audio.preview.peaks, 200),
  }
}
