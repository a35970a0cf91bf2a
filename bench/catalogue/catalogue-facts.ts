// What the requests of the benchmark are made of: words by how many tracks have them, and some tracks.

import { sql } from 'kysely'
import { searchWords } from '../../src/rules/search-words.ts'
import type { Db } from '../../src/server/db/client.ts'

type KnownTrack = { id: string; artistId: string; titleWords: string[]; artistWords: string[] }

export type CatalogueFacts = {
  trackCount: number
  /** In at least a fiftieth of the tracks, in one of a thousand, or in hardly any. */
  words: { frequent: string[]; middle: string[]; rare: string[] }
  tracks: KnownTrack[]
}

export async function readFacts(db: Db): Promise<CatalogueFacts> {
  const { rows } = await sql<{ count: string }>`select count(*) from track_search`.execute(db)
  const trackCount = Number(rows[0]?.count)
  return {
    trackCount,
    words: {
      frequent: await wordsIn(db, trackCount / 50, trackCount),
      middle: await wordsIn(db, trackCount / 2000, trackCount / 300),
      rare: await wordsIn(db, 1, Math.max(3, trackCount / 100_000)),
    },
    tracks: await someTracks(db),
  }
}

async function wordsIn(db: Db, least: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from bench_words where tracks between ${Math.floor(least)} and ${Math.ceil(most)}
    order by md5(word) limit 400
  `.execute(db)
  if (rows.length === 0) throw new Error(`No word is in ${least} to ${most} tracks.`)
  return rows.map(({ word }) => word)
}

async function someTracks(db: Db): Promise<KnownTrack[]> {
  const found = await db
    .selectFrom('tracks')
    .innerJoin('track_search', 'track_id', 'tracks.id')
    .select(['tracks.id', 'tracks.artist_id', 'title', 'original_artist'])
    .orderBy(sql`md5(tracks.id::text)`)
    .limit(3000)
    .execute()
  return found.map((track) => ({
    id: track.id,
    artistId: track.artist_id,
    titleWords: searchWords(track.title),
    artistWords: searchWords(track.original_artist),
  }))
}
