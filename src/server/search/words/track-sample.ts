// Some of the most popular tracks that match: enough to see which words tracks have together.

import { sql, type RawBuilder } from 'kysely'
import { everyTrack } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { latestFacetCounts } from '../facet-counts.ts'
import { planSearch, type Gatherable } from '../search-plan.ts'
import { trackOrders, wordsMatch } from '../track-orders.ts'
import { readLexicon } from './lexicon.ts'
import { indexedText, lexemesIn, tsqueryText, type WordsQuery } from './words-query.ts'

/** Frequent words are met among so many of the most popular tracks, sooner than the index of words has compared them. */
const mostPassed = 3_000
const enough = 20

/** Of other words, so many tracks are gathered, and the most popular of them looked at. */
const mostGathered = 1_000
const mostLookedAt = 100

/** The lexemes of each. */
export async function sampleTracks(db: Db, words: WordsQuery): Promise<ReadonlySet<string>[]> {
  const matches = sql`words @@ ${tsqueryText(words)}::tsquery`
  const { forwards } = trackOrders.popularity
  const popular = await readLexemes(
    db,
    sql`
      select words from (
        select words from track_search order by ${forwards} limit ${sql.lit(mostPassed)}
      ) passed
      where ${matches} limit ${sql.lit(mostLookedAt)}
    `,
  )
  if (popular.length >= enough) return popular
  const gatherable = await gatherableOf(db, words)
  return readLexemes(
    db,
    sql`
      select words from (
        select words, popularity, created_at, track_id from track_search
        where ${wordsMatch(gatherable)} and ${matches} limit ${sql.lit(mostGathered)}
      ) gathered
      order by ${forwards} limit ${sql.lit(mostLookedAt)}
    `,
  )
}

/** What the index of words finds sooner than it would read the tracks: not the most frequent of several words. */
async function gatherableOf(db: Db, words: WordsQuery): Promise<Gatherable> {
  const lexicon = await readLexicon(db, lexemesIn(words.flat(2)))
  const counts = await latestFacetCounts(db)
  return planSearch(everyListing, { words, lexicon, counts }).gatherable ?? [indexedText(words)]
}

const everyListing = { facets: everyTrack, orderBy: 'popularity', page: 1, limit: 10 } as const

async function readLexemes(db: Db, tracks: RawBuilder<unknown>): Promise<ReadonlySet<string>[]> {
  const { rows } = await sql<{ lexemes: string[] }>`
    select tsvector_to_array(words) as lexemes from (${tracks}) found
  `.execute(db)
  return rows.map(({ lexemes }) => new Set(lexemes))
}
