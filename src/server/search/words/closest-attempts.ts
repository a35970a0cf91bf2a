// Reads a search that no track matches with fewer of its words: without those that no track has, then without the rarest.

import { sql } from 'kysely'
import { isMinorWord } from '#rules/search/minor-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import {
  findBeginnings,
  findCandidates,
  findSimilarWords,
  type KnownWords,
} from './lexicon-lookup.ts'
import { wordsMatch } from '../track-orders.ts'
import { readAsCandidate, readAsTyped, type Reading } from './word-readings.ts'
import { indexedText, tsqueryText, type SearchAttempt } from './words-query.ts'

/** So many tracks with one of the rarest words are compared. */
const mostCompared = 1_000

/** A reading that some track has; the fewer tracks, the sooner it is left out. */
type Found = { reading: Reading; tracks: number; isMinor: boolean }

export async function* closestAttempts(
  db: Db,
  groups: SearchGroup[],
  known: KnownWords,
): AsyncGenerator<SearchAttempt> {
  const found = await findReadings(db, groups, known)
  const isNew = found.length < groups.length || found.some(({ reading: { cost } }) => cost > 0)
  const [rarest] = found.toSorted(rarestFirst)
  const frequent = found
    .filter(({ isMinor }) => !isMinor)
    .toSorted(rarestFirst)
    .at(-1)
  const choices = [
    () => (isNew ? found : []),
    () => found.filter((one) => one !== rarest),
    () => findLargestTogether(db, found),
    () => found.filter((one) => one === frequent),
  ]
  for (const choose of choices) {
    const kept = await choose()
    if (kept.some(({ isMinor }) => !isMinor)) yield attemptWith(kept)
  }
}

const rarestFirst = (one: Found, other: Found) => one.tracks - other.tracks

async function findReadings(db: Db, groups: SearchGroup[], known: KnownWords): Promise<Found[]> {
  const unknown = groups
    .filter((group) => group.facets.length === 0 && tracksWith(group, known) === 0)
    .map(({ words: [word = ''] }) => word)
  const beginnings = await findBeginnings(db, unknown)
  const lost = unknown.filter((word) => !beginnings.has(word))
  const candidates = await findCandidates(db, lost)
  const similar = await findSimilarWords(
    db,
    lost.filter((word) => !candidates.has(word)),
  )
  return groups.flatMap((group) => {
    const [word = ''] = group.words
    const instead = candidates.get(word)?.[0] ?? similar.get(word)
    const isMinor = group.facets.length === 0 && group.words.every(isMinorWord)
    if (instead) return [{ reading: readAsCandidate(instead), tracks: instead.df, isMinor }]
    if (lost.includes(word) && group.facets.length === 0) return []
    return [{ reading: readAsTyped(group, known), tracks: tracksWith(group, known), isMinor }]
  })
}

/** Facets are left out last: almost every search with them has results. */
function tracksWith(group: SearchGroup, known: KnownWords): number {
  if (group.facets.length > 0) return Number.POSITIVE_INFINITY
  const [word = ''] = group.words
  return known.get(word) ?? 0
}

/** The most words that a track has together, of as many the most frequent. Looks only at tracks with one of the rarest words. */
async function findLargestTogether(db: Db, found: Found[]): Promise<Found[]> {
  const rare: Found[] = []
  for (const one of found.toSorted(rarestFirst)) {
    const together = rare.reduce((sum, { tracks }) => sum + tracks, one.tracks)
    if (rare.length === 0 || together <= mostCompared) rare.push(one)
  }
  if (rare.length === 0) return []
  const has = found.map(({ reading }) => sql`words @@ ${tsqueryText([reading.term])}::tsquery`)
  const anyRare = indexedText([rare.flatMap(({ reading }) => reading.term)])
  const { rows } = await sql<{ has: boolean[] }>`
    select distinct array[${sql.join(has)}] as has
    from (select words from track_search where ${wordsMatch([anyRare])} limit ${mostCompared}) compared
  `.execute(db)
  const kept = rows.map((row) => found.filter((_, at) => row.has[at]))
  const [largest = []] = kept.toSorted(
    (one, other) =>
      other.length - one.length ||
      Math.min(...other.map(({ tracks }) => tracks)) - Math.min(...one.map(({ tracks }) => tracks)),
  )
  return largest
}

function attemptWith(kept: Found[]): SearchAttempt {
  return {
    words: kept.map(({ reading }) => reading.term),
    matching: 'closest',
    searchedFor: kept.map(({ reading }) => reading.shown).join(' '),
  }
}
