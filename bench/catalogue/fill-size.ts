// Fills a catalogue of a given size by COPY. The tables of the search are left to the app's own rebuild.

import { sql } from 'kysely'
import type pg from 'pg'
import { seededRandom, type Random } from '../../demo/music/random.ts'
import { usernameKey } from '../../src/rules/username.ts'
import type { Db } from '../../src/server/db/client.ts'
import { copyRows, type Cell } from './copy-rows.ts'
import { createArtists, createSongs } from './songs.ts'
import { trackColumns, trackRows, type ArtistWithId } from './track-rows.ts'

const tracksOfArtist = 100
const tracksOfSong = 4
const dayMs = 24 * 60 * 60_000

/** The same tracks at every call with the same size. Some are withdrawn, or their artists banned. */
export async function fillSize(pool: pg.Pool, db: Db, trackCount: number): Promise<void> {
  const random = seededRandom(trackCount)
  const client = await pool.connect()
  try {
    // The triggers would list a million tracks one by one; the rebuild does it at once.
    await client.query('set session_replication_role = replica')
    const artists = await fillArtists(client, Math.ceil(trackCount / tracksOfArtist), random)
    const songs = createSongs(Math.ceil(trackCount / tracksOfSong), random)
    const ids = Array.from({ length: trackCount }, () => uuidOf(random))
    await copyRows(client, {
      table: 'tracks',
      columns: trackColumns,
      rows: trackRows({ ids, songs, artists, random }),
    })
    await copyRows(client, {
      table: 'track_activity',
      columns: ['track_id', 'day', 'purchases', 'downloads', 'plays'],
      rows: activityRows(ids, random),
    })
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
  await sql`
    insert into track_statistics (track_id, purchases, downloads, plays)
    select track_id, sum(purchases), sum(downloads), sum(plays) from track_activity group by track_id
  `.execute(db)
  await countWords(db)
}

async function fillArtists(
  client: pg.PoolClient,
  count: number,
  random: Random,
): Promise<ArtistWithId[]> {
  const artists = createArtists(count, random).map((artist) => ({ ...artist, id: uuidOf(random) }))
  await copyRows(client, {
    table: 'users',
    columns: ['id', 'email', 'username', 'username_key', 'display_name', 'role', 'banned'],
    rows: artists.map(({ id, username, displayName }) => [
      id,
      `${id}@example.com`,
      username,
      usernameKey(username),
      displayName,
      'artist',
      random() < 0.01,
    ]),
  })
  await copyRows(client, {
    table: 'payment_accounts',
    columns: ['user_id', 'provider_account_id', 'payouts_enabled'],
    rows: artists.map(({ id }) => [id, `acct_${id}`, random() < 0.95]),
  })
  return artists
}

/** Two of three tracks have been played or bought, some of them on several days. */
function* activityRows(ids: string[], random: Random): Generator<Cell[]> {
  const today = Math.floor(Date.now() / dayMs)
  for (const id of ids) {
    const days = random() < 0.33 ? 0 : Math.min(30, Math.floor(0.7 / (random() + 0.02)) + 1)
    const from = Math.floor(random() * 400)
    for (let day = 0; day < days; day++) {
      const date = new Date((today - from - day * 3) * dayMs)
      const purchases = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0
      yield [id, date.toISOString().slice(0, 10), purchases, purchases, Math.floor(random() * 20)]
    }
  }
}

function uuidOf(random: Random): string {
  const part = (length: number) =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return `${part(8)}-${part(4)}-4${part(3)}-8${part(3)}-${part(8)}${part(4)}`
}

/** Counted from the titles and names themselves, because the search's own figures are what is measured. */
async function countWords(db: Db): Promise<void> {
  await sql`
    create table bench_words as
    select word, count(*) as tracks
    from tracks
    join users on users.id = artist_id and not banned,
    unnest(string_to_array(search_text, ' ')) as word
    where withdrawn_at is null and word not like '#%'
    group by word
  `.execute(db)
}

/** The last step of filling makes this table. */
export async function isFilled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('bench_words') is not null as found
  `.execute(db)
  return rows[0]?.found === true
}
