// Fills a catalogue of a given size, a few thousand rows with each statement, and lists it.

import { sql } from 'kysely'
import { seededRandom, type Random } from '../../demo/music/score/random.ts'
import { usernameKey } from '../../src/rules/username.ts'
import { storeArtists } from '../../src/server/accounts/artist-row.ts'
import type { Db } from '../../src/server/db/client.ts'
import { countWords } from '../../src/server/search/rebuild.ts'
import { refreshPopularity } from '../../src/server/tracks/track-popularity.ts'
import { createArtists, createSongs } from './songs.ts'
import { trackRow, type ArtistWithId } from './track-row.ts'

const tracksOfArtist = 100
const tracksOfSong = 4
const dayMs = 24 * 60 * 60_000

/** The same tracks at every call with the same size. Some are withdrawn, or their artists banned. */
export async function fillTracks(db: Db, trackCount: number): Promise<void> {
  const random = seededRandom(trackCount)
  const artists = createArtists(Math.ceil(trackCount / tracksOfArtist), random).map((artist) => ({
    ...artist,
    id: uuidOf(random),
  }))
  const songs = createSongs(Math.ceil(trackCount / tracksOfSong), random)
  const ids = Array.from({ length: trackCount }, () => uuidOf(random))
  await insertRows(
    db,
    'users',
    artists.map((artist) => userRow(artist, random)),
  )
  await db.transaction().execute(async (tx) => {
    // The foreign keys would be checked a million times.
    await sql`set local session_replication_role = replica`.execute(tx)
    const tracks = ids.values().map((id) => trackRow({ id, songs, artists, random }))
    await insertRows(tx, 'tracks', tracks)
    await insertRows(
      tx,
      'track_activity',
      ids.values().flatMap((id) => activityRows(id, random)),
    )
  })
  await storeArtists(
    db,
    artists.map(({ id }) => id),
  )
  await sql`
    insert into payment_accounts (user_id, provider_account_id, payouts_enabled)
    select id, 'acct_' || id, true from users
  `.execute(db)
  await sql`
    insert into track_statistics (track_id, purchases, downloads, plays)
    select track_id, sum(purchases), sum(downloads), sum(plays) from track_activity group by track_id
  `.execute(db)
  await refreshPopularity(db)
  await listFilled(db)
  await countWords(db)
  await refreshPopularity(db)
  await sql`vacuum (analyze)`.execute(db)
}

function userRow({ id, username, displayName }: ArtistWithId, random: Random): Row {
  return {
    id,
    email: `${id}@example.com`,
    username,
    username_key: usernameKey(username),
    display_name: displayName,
    role: 'artist',
    banned: random() < 0.01,
  }
}

/** Two of three tracks have been played or bought, some of them on several days. */
function activityRows(id: string, random: Random): Row[] {
  const days = random() < 0.33 ? 0 : Math.min(30, Math.floor(0.7 / (random() + 0.02)) + 1)
  const from = Math.floor(random() * 400)
  return Array.from({ length: days }, (_, day) => {
    const purchases = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0
    const date = new Date(Date.now() - (from + day * 3) * dayMs).toISOString().slice(0, 10)
    const plays = Math.floor(random() * 20)
    return { track_id: id, day: date, purchases, downloads: purchases, plays }
  })
}

function uuidOf(random: Random): string {
  const part = (length: number) =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return `${part(8)}-${part(4)}-4${part(3)}-8${part(3)}-${part(8)}${part(4)}`
}

type Row = Record<string, string | number | boolean | Date | null>
const rowsAtOnce = 5_000

/** All have the columns of the first one. */
async function insertRows(db: Db, table: string, rows: Iterable<Row>): Promise<void> {
  let waiting: Row[] = []
  const insert = async () => {
    const columns = sql.join(Object.keys(waiting[0] ?? {}).map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(waiting)})
    `.execute(db)
    waiting = []
  }
  for (const row of rows) {
    waiting.push(row)
    if (waiting.length === rowsAtOnce) await insert()
  }
  if (waiting.length > 0) await insert()
}

/**
 * The app's own writes go track by track, which takes an hour for a million. As after a migration, the rows lie in the order
 * of popularity, in which searches read most of them.
 */
async function listFilled(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const indexes = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'listed_tracks' and indexname <> 'listed_tracks_pkey'
    `.execute(tx)
    // An index of many rows is faster to make than to fill row by row.
    for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(tx)
    await sql`
      insert into listed_tracks select * from listable_tracks
      order by popularity desc, created_at desc, id desc
    `.execute(tx)
    for (const { definition } of indexes.rows) await sql.raw(definition).execute(tx)
    await sql`select suggest(array(select id from listed_tracks))`.execute(tx)
  })
}
