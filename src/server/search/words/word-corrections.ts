// Reads a search without results with its mistyped words corrected: those corrections that tracks have together.

import { facetWords } from '#rules/search/facet-words.ts'
import { isMinorWord } from '#rules/search/minor-words.ts'
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
import { sampleTracks } from './track-sample.ts'
import type { SearchAttempt } from './words-query.ts'

/** A longer text is no mistyped title, so that the lookups would be wasted. */
const mostUnknown = 4
/** A word that exists is seldom mistyped: only the rarest ones may be. */
const mostDoubted = 3
const mostAttempts = 2

/** First only words that do not exist are corrected, then the rarest of the others, too. */
export async function* correctedAttempts(
  db: Db,
  groups: SearchGroup[],
  known: KnownWords,
): AsyncGenerator<SearchAttempt> {
  const words = groups.filter((group) => group.facets.length === 0).flatMap((group) => group.words)
  const unknown = words.filter((word) => mayBeMistyped(word) && !known.has(word))
  if (unknown.length > mostUnknown) return
  const candidates = await findWordsLike(db, unknown)
  const combined =
    unknown.length === 0
      ? []
      : await combine(db, groups, (group) => readingsOf(group, known, candidates))
  // The text itself has results, but none of them passes the filters: then its words are not mistyped.
  if (combined.some(({ cost }) => cost === 0)) return
  yield* attemptsWith(combined)
  if (combined.length > 0) return
  const doubted = words
    .filter((word) => mayBeMistyped(word) && known.has(word))
    .toSorted((one, other) => (known.get(one) ?? 0) - (known.get(other) ?? 0))
    .slice(0, mostDoubted)
  if (doubted.length === 0 || words.length === 1) return
  const more = new Map([...candidates, ...(await findWordsLike(db, doubted))])
  const doubting = await combine(db, groups, (group) => [
    ...readingsOf(group, known, more),
    ...(isDoubted(group, doubted) ? [readAsBeginning(group)] : []),
  ])
  if (doubting.every(({ cost }) => cost > 0)) yield* attemptsWith(doubting)
}

const mayBeMistyped = (word: string) => forgivenTypos(word) > 0 && !isMinorWord(word)

const isDoubted = ({ words: [word = ''], isLast }: SearchGroup, doubted: string[]) =>
  !isLast && doubted.includes(word)

async function findWordsLike(db: Db, words: string[]): Promise<Map<string, Candidate[]>> {
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
  candidates: ReadonlyMap<string, Candidate[]>,
): Reading[] {
  const [word = ''] = group.words
  const isWord = group.facets.length === 0
  const corrections = isWord ? (candidates.get(word) ?? []) : []
  return [readAsTyped(group, known), ...corrections.map(readAsCandidate)]
}

type Combination = { readings: Reading[]; cost: number; tracks: number }

/** The combinations that some popular tracks have, the likeliest first; of equally likely ones that with the most tracks. */
async function combine(
  db: Db,
  groups: SearchGroup[],
  readingsFor: (group: SearchGroup) => Reading[],
): Promise<Combination[]> {
  const choices = groups.map((group) =>
    readingsFor(group).toSorted((one, other) => one.cost - other.cost),
  )
  const terms = choices.map((readings) => readings.flatMap(({ term }) => term))
  const combinations = new Map<string, Combination>()
  for (const lexemes of await sampleTracks(db, terms)) {
    const combination = likeliestFor(choices, lexemes)
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
  return {
    readings: readings.map((reading) => completed(reading, lexemes)),
    cost: readings.reduce((sum, { cost }) => sum + cost, 0),
  }
}

/** An unfinished word is shown as the track has it: beside a corrected word it would look like another mistake. */
function completed(reading: Reading, lexemes: ReadonlySet<string>): Reading {
  const lexeme = reading.term[0]?.[0]
  if (!lexeme?.isPrefix || lexemes.has(lexeme.text)) return reading
  const [shortest = reading.shown] = [...lexemes]
    .filter((one) => one.startsWith(lexeme.text))
    .toSorted((one, other) => one.length - other.length)
  return { ...reading, shown: shortest }
}

function attemptsWith(combinations: Combination[]): SearchAttempt[] {
  return combinations.slice(0, mostAttempts).map(({ readings }) => attemptWith(readings))
}

function attemptWith(readings: Reading[]): SearchAttempt {
  const isCorrected = readings.some(({ isCorrection }) => isCorrection)
  return {
    words: readings.map(({ term }) => term),
    matching: isCorrected ? 'corrected' : 'exact',
    searchedFor: isCorrected ? readings.map(({ shown }) => shown).join(' ') : null,
  }
}
