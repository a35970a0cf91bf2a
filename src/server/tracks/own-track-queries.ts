// The own tracks of an artist, withdrawn ones included.

import { sql, type SqlBool } from 'kysely'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { searchWords } from '#rules/search/search-words.ts'
import { trackPageSize } from '#rules/tracks/track-options.ts'
import type { OwnTrack } from '#contracts/own-tracks.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'
import { presentedColumns } from './listed-tracks.ts'
import { figureColumns } from './track-queries.ts'
import { presentTrack, type ListedTrack } from './track-presenter.ts'

type OwnTrackSearch = { artistId: string; query?: string | undefined; page: number }

/** Newest first. */
export async function findOwnTracks(db: Db, { artistId, query = '', page }: OwnTrackSearch) {
  const found = ownTracks(db, artistId).where((eb) => eb.and(wordsOf(query).map(isInSong)))
  const { total } = await found
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const { paging, offset } = pageAt({ page, total: Number(total), size: trackPageSize })
  const rows = await found
    .select(ownTrackColumns)
    .orderBy('tracks.created_at', 'desc')
    .orderBy('tracks.id')
    .limit(trackPageSize)
    .offset(offset)
    .execute()
  const takenDown = await countTakenDown(db, artistId)
  return { rows, total: Number(total), paging, takenDown }
}

async function countTakenDown(db: Db, artistId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tracks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('artist_id', '=', artistId)
    .where('taken_down_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A search without letters and digits is looked up as it is, as `song` has such titles. */
function wordsOf(query: string): string[] {
  const words = searchWords(query)
  return words.length === 0 && query !== '' ? [query] : words
}

/** The song is the title and the original artist in plain words. */
function isInSong(word: string) {
  return sql<SqlBool>`position(${word} in tracks.song) > 0`
}

export function findOwnTrack(db: Db, own: { id: string; artistId: string }) {
  return ownTracks(db, own.artistId)
    .select(ownTrackColumns)
    .where('tracks.id', '=', own.id)
    .executeTakeFirst()
}

export async function countOwnTracks(db: Db, artistId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tracks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function ownTracks(db: Db, artistId: string) {
  return db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .leftJoin('track_statistics', 'track_statistics.track_id', 'tracks.id')
    .where('tracks.artist_id', '=', artistId)
}

const ownTrackColumns = [
  ...presentedColumns,
  'tracks.withdrawn_at',
  'tracks.taken_down_at',
  'tracks.licence_document_id',
  'tracks.measured_key',
  'tracks.measured_key_confidence',
  ...figureColumns,
] as const

type OwnTrackRow = ListedTrack & {
  withdrawn_at: Date | null
  taken_down_at: Date | null
  licence_document_id: string | null
  measured_key: string | null
  measured_key_confidence: number | null
  purchases: number
  downloads: number
}

export function presentOwnTrack(row: OwnTrackRow): OwnTrack {
  return {
    ...presentTrack(row),
    pricePence: row.price_pence,
    purchaseCount: row.purchases,
    downloadCount: row.downloads,
    licenseDocumentUrl: row.licence_document_id && licenceDocumentUrl(row.licence_document_id),
    measuredKey: row.measured_key,
    measuredKeyConfidence: row.measured_key_confidence,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    isTakenDown: row.taken_down_at !== null,
  }
}
