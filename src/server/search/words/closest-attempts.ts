// Reads a search that no track matches with fewer of its words: without those that no track has, then without the rarest.

import { isMinorWord } from '#rules/search/minor-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import {
  findBeginnings,
  findSimilarWords,
  type Candidate,
  type KnownWords,
} from './lexicon-lookup.ts'
import { readAsCandidate, readAsTyped, type Reading } from './word-readings.ts'
import type { SearchAttempt } from './words-query.ts'

const mostAttempts = 6
/** So many words are left out one at a time, before several are. */
const mostSingles = 3

/** A reading that some track has; the fewer tracks, the sooner it is left out. */
type Found = { reading: Reading; tracks: number; isMinor: boolean }

export async function closestAttempts(
  db: Db,
  groups: SearchGroup[],
  known: KnownWords,
): Promise<SearchAttempt[]> {
  const found = await findReadings(db, groups, known)
  const rarestFirst = found.toSorted((one, other) => one.tracks - other.tracks)
  const isComplete =
    found.length === groups.length && found.every(({ reading }) => reading.cost === 0)
  const attempts = leftOut(found.length)
    .slice(isComplete ? 1 : 0)
    .map((ranks) => new Set(ranks.map((rank) => rarestFirst[rank])))
    .map((left) => found.filter((one) => !left.has(one)))
    .filter((kept) => kept.some(({ isMinor }) => !isMinor))
    .map(attemptWith)
  // Of many attempts the first ones and the last.
  return attempts.length <= mostAttempts
    ? attempts
    : [...attempts.slice(0, mostAttempts - 1), ...attempts.slice(-1)]
}

/** The ranks of the words to leave out, 0 for the rarest: none, one of the rarest, then more and more of them. */
function leftOut(words: number): number[][] {
  const ranks = Array.from({ length: words }, (_, rank) => rank)
  const singles = ranks.slice(0, words > 1 ? mostSingles : 0).map((rank) => [rank])
  const several = ranks.slice(2).map((count) => ranks.slice(0, count))
  return words === 0 ? [] : [[], ...singles, ...several]
}

async function findReadings(db: Db, groups: SearchGroup[], known: KnownWords): Promise<Found[]> {
  const unknown = groups
    .filter((group) => group.facets.length === 0 && tracksWith(group, known) === 0)
    .map(({ words: [word = ''] }) => word)
  const beginnings = await findBeginnings(db, unknown)
  const lost = unknown.filter((word) => !beginnings.has(word))
  const similar = await findSimilarWords(db, lost)
  return groups.flatMap((group) => {
    const [word = ''] = group.words
    const instead: Candidate | undefined = similar.get(word)
    const isMinor = group.facets.length === 0 && group.words.every(isMinorWord)
    if (instead) return [{ reading: readAsCandidate(instead), tracks: instead.df, isMinor }]
    if (lost.includes(word) && group.facets.length === 0) return []
    return [{ reading: readAsTyped(group, known), tracks: tracksWith(group, known), isMinor }]
  })
}

/** Facets are dropped last: almost every search with them has results. */
function tracksWith(group: SearchGroup, known: KnownWords): number {
  if (group.facets.length > 0) return Number.POSITIVE_INFINITY
  const [word = ''] = group.words
  return known.get(word) ?? 0
}

function attemptWith(kept: Found[]): SearchAttempt {
  return {
    words: kept.map(({ reading }) => reading.term),
    matching: 'closest',
    searchedFor: kept.map(({ reading }) => reading.shown).join(' '),
  }
}
