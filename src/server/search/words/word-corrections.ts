// Reads a search without results with its mistyped words corrected: those corrections that tracks have together.

import { sql } from 'kysely'
import { facetWords } from '#rules/search/facet-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import { forgivenTypos, typosBetween } from '#rules/search/typos.ts'
import type { Db } from '#server/db/client.ts'
import { findCandidates, type Candidate, type KnownWords } from './lexicon-lookup.ts'
import {
  matches,
  readAsBeginning,
  readAsCandidate,
  readAsTyped,
  type Reading,
} from './word-readings.ts'
import { tsqueryText, type SearchAttempt } from './words-query.ts'

/** A longer text is no mistyped title, so that the lookups would be wasted. */
const mostCorrectedWords = 6
/** Tracks that have one of the readings of every word, and how many of them decide which readings belong together. */
const mostTracks = 2000
const mostCompared = 200
const mostAttempts = 2

export async function correctedAttempts(
  db: Db,
  groups: SearchGroup[],
  known: KnownWords,
): Promise<SearchAttempt[]> {
  const candidates = await findGroupCandidates(db, groups, known)
  const choices = groups.map((group) => readingsOf(group, known, candidates))
  if (choices.every((readings) => readings.length === 1)) return []
  const combinations = await combine(db, choices)
  // The text itself has results, but none of them passes the filters: then its words are not mistyped.
  if (combinations.some(({ cost }) => cost === 0)) return []
  return combinations.slice(0, mostAttempts).map(({ readings }) => attemptWith(groups, readings))
}

async function findGroupCandidates(db: Db, groups: SearchGroup[], known: KnownWords) {
  const words = groups
    .filter((group) => group.facets.length === 0)
    .flatMap((group) => group.words)
    .filter((word) => forgivenTypos(word) > 0)
    .toSorted((one, other) => (known.get(one) ?? 0) - (known.get(other) ?? 0))
    .slice(0, mostCorrectedWords)
  const found = await findCandidates(db, words)
  return new Map(words.map((word) => [word, [...(found.get(word) ?? []), ...facetsLike(word)]]))
}

/** The name of a facet need not be a word of a title. */
function facetsLike(word: string): Candidate[] {
  return facetWords.flatMap((name) => {
    const cost = typosBetween(word, name, forgivenTypos(word))
    return cost ? [{ word: name, df: 0, cost }] : []
  })
}

function readingsOf(
  group: SearchGroup,
  known: KnownWords,
  candidates: Map<string, Candidate[]>,
): Reading[] {
  const [word = ''] = group.words
  const corrections = candidates.get(word) ?? []
  const isWhole = group.words.length === 1 && !group.isLast && known.has(word)
  return [
    readAsTyped(group, known),
    ...(isWhole && forgivenTypos(word) > 0 ? [readAsBeginning(group)] : []),
    ...corrections.map(readAsCandidate),
  ].toSorted((one, other) => one.cost - other.cost)
}

type Combination = { readings: Reading[]; cost: number; tracks: number }

/** The combinations that tracks have, the likeliest first; of equally likely ones that with the most tracks. */
async function combine(db: Db, choices: Reading[][]): Promise<Combination[]> {
  const tsquery = tsqueryText(choices.map((readings) => readings.flatMap(({ term }) => term)))
  const { rows } = await sql<{ lexemes: string[] }>`
    select tsvector_to_array(words) as lexemes
    from (
      select words, popularity, track_id from track_search where words @@ ${tsquery}::tsquery limit ${mostTracks}
    ) found
    order by popularity desc, track_id
    limit ${mostCompared}
  `.execute(db)
  const combinations = new Map<string, Combination>()
  for (const { lexemes } of rows) {
    const combination = likeliestFor(choices, new Set(lexemes))
    const name = JSON.stringify(combination.readings.map(({ term }) => term))
    const seen = combinations.get(name)
    combinations.set(name, { ...combination, tracks: (seen?.tracks ?? 0) + 1 })
  }
  return [...combinations.values()].toSorted(
    (one, other) => one.cost - other.cost || other.tracks - one.tracks,
  )
}

function likeliestFor(
  choices: Reading[][],
  lexemes: ReadonlySet<string>,
): Omit<Combination, 'tracks'> {
  const readings = choices.flatMap(
    (choice) => choice.find((reading) => matches(reading, lexemes)) ?? [],
  )
  return { readings, cost: readings.reduce((sum, { cost }) => sum + cost, 0) }
}

function attemptWith(groups: SearchGroup[], readings: Reading[]): SearchAttempt {
  const searchedFor = readings.map(({ shown }) => shown).join(' ')
  const isAsTyped = searchedFor === groups.flatMap(({ words }) => words).join(' ')
  return {
    words: readings.map(({ term }) => term),
    matching: isAsTyped ? 'exact' : 'corrected',
    searchedFor: isAsTyped ? null : searchedFor,
  }
}
