// Tracks that were stored before the list of tracks: the migrations compute in SQL what the code computes for new tracks.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { genres, instrumentations, trackFormats } from '#rules/tracks/track-options.ts'
import { vocalRanges } from '#rules/music/vocal-range.ts'
import { facetsOf } from '#rules/search/facets.ts'
import { searchWords } from '#rules/search/search-words.ts'
import { listTracks } from '../../../tests/support/catalogue/listing.ts'
import {
  insertTrack,
  insertUser,
  migrateTo,
  returnToVersion0009,
  type OldDb,
} from '../../../tests/support/money/version-0009.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { searchColumns } from './search-columns.ts'
import { nameSongs, relistTracks } from './rebuild.ts'

const keys = [
  'C',
  'c#',
  ' Db ',
  'Dm',
  'E♭',
  'E',
  'Fb',
  'F♯m',
  'G',
  'Ab',
  'A',
  'Bb',
  'B',
  'Cb',
  'B#',
  'DADG',
  'Cmm',
  '',
  null,
]
const titles = [
  'Don’t Stop',
  'Après un rêve',
  'Ünder & Över (Live)',
  'Ünder & Över (Higher Key)',
  '???',
  'ﬁne — lines',
  'ÉTÉ 2020',
  '  Two  Words ',
  'ØYSTEIN og Æsel: Straße, Łódź, Þór, Iılık',
  'ЖАННА Й',
  'ΟΔΟΣ ♥ Ελλάδα',
  'Neil OʼHara’s ʻOkina ′Prime′',
  'Soft\u00adly in\u200bvisible',
]

type Old = {
  id: string
  title: string
  originalArtist: string
  genre: (typeof genres)[number] | null
  vocalRange: (typeof vocalRanges)[number] | null
  format: (typeof trackFormats)[number]
  instrumentation: (typeof instrumentations)[number]
  keySignature: string | null
  isHigher: boolean
  isLower: boolean
}

const pick = <One>(list: readonly One[], at: number) => list[at % list.length] as One

async function insertTracks(old: OldDb, artistId: string, username: string): Promise<Old[]> {
  const tracks: Old[] = []
  for (let at = 0; at < 72; at++) {
    const track: Old = {
      id: await insertTrack(old, artistId),
      title: pick(titles, at),
      originalArtist: pick(['Traditional', 'Fauré', '…'], at),
      genre: pick([...genres, null], at),
      vocalRange: pick([...vocalRanges, null], at + Math.floor(at / 9)),
      format: pick(trackFormats, at),
      instrumentation: pick(instrumentations, at),
      keySignature: pick(keys, at),
      isHigher: at % 3 === 0,
      isLower: at % 4 === 0,
    }
    await sql`
      update tracks set title = ${track.title}, original_artist = ${track.originalArtist}, genre = ${track.genre},
        vocal_range = ${track.vocalRange}, format = ${track.format}, instrumentation = ${track.instrumentation},
        key_signature = ${track.keySignature}, is_higher = ${track.isHigher}, is_lower = ${track.isLower},
        search_text = ${searchWords([track.title, track.originalArtist, username].join(' ')).join(' ')}
      where id = ${track.id}
    `.execute(old)
    tracks.push(track)
  }
  return tracks
}

test('an upgrade gives every track the key, song and words that the code gives it, and lists it with its popularity', async () => {
  await using app = await createTestApp()
  const old = await returnToVersion0009(app)
  const artistId = await insertUser(old, 'artist')
  const bannedId = await insertUser(old, 'artist')
  const tracks = await insertTracks(old, artistId, `user ${artistId}`)
  const [popular, played, withdrawn] = tracks
  const hidden = await insertTrack(old, bannedId)
  await sql`update users set banned = true where id = ${bannedId}`.execute(old)
  await sql`update tracks set withdrawn_at = now() where id = ${withdrawn?.id}`.execute(old)
  await sql`
    update tracks set purchase_count = 3, download_count = 2 where id = ${popular?.id}
  `.execute(old)
  await sql`
    insert into track_activity (track_id, day, purchases, plays)
    values (${popular?.id}, current_date, 3, 0), (${played?.id}, current_date, 0, 9)
  `.execute(old)

  await migrateTo(app, '0068-notes-read.sql')
  // A measured tempo was packed into three bits, and an admin's mark into one.
  await sql`update tracks set tempo_bpm = 120, facets = facets | (4 << 25) where id = ${played?.id}`.execute(
    old,
  )
  await sql`
    update tracks set quality_validated = false, facets = facets & ~(1 << 24) where id = ${popular?.id}
  `.execute(old)
  await migrateTo(app)
  const migrated = await app.db
    .selectFrom('tracks')
    .select(['id', 'pitch', 'mode', 'tempo_band'])
    .where('id', '!=', hidden)
    .execute()
  const tempoOf = (track: Old) => (track === played ? 120 : null)
  expect(migrated.toSorted(byId)).toEqual(
    tracks
      .map((track) => ({ id: track.id, ...facetsOf({ ...track, tempoBpm: tempoOf(track) }) }))
      .toSorted(byId),
  )
  await nameSongs(app.db)

  const stored = await app.db
    .selectFrom('tracks')
    .select(['id', 'pitch', 'mode', 'tempo_band', 'song', 'song_key', 'search_text'])
    .execute()
  const expected = tracks.map((track) => {
    const artist = { username: `user ${artistId}`, displayName: null }
    const { search_text: words, ...rest } = searchColumns(
      { ...track, tempoBpm: tempoOf(track) },
      artist,
    )
    return { id: track.id, ...rest, words: sorted(words) }
  })
  expect(
    stored
      .filter(({ id }) => id !== hidden)
      .map(({ search_text: words, ...row }) => ({ ...row, words: sorted(words) }))
      .toSorted(byId),
  ).toEqual(expected.toSorted(byId))
  expect((await listTracks(app, { tempo: 'upbeat' })).tracks.map(({ id }) => id)).toEqual([
    played?.id,
  ])
  const unchecked = await listTracks(app, { qualityValidated: 'false' })
  expect(unchecked.tracks.map(({ id }) => id)).toEqual([popular?.id])
  const list = await listTracks(app)
  expect(list.totalTracks).toBe(tracks.length - 1)
  expect(list.tracks.slice(0, 2).map(({ id }) => id)).toEqual([popular?.id, played?.id])
  const counts = await app.db
    .selectFrom('track_statistics')
    .selectAll()
    .where('track_id', '=', popular?.id ?? randomUUID())
    .execute()
  expect(counts).toMatchObject([{ purchases: 3, downloads: 2, plays: 0, stale: false }])
  const rows = () => sql`select * from listed_tracks order by id`.execute(app.db)
  const before = (await rows()).rows
  await relistTracks(app.db)
  expect((await rows()).rows).toEqual(before)
})

const sorted = (words: string) => [...new Set(words.split(' '))].toSorted()
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
