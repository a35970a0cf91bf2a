// How many tracks are expected to have the terms of a search, and what the index of words has to read for them: to choose
// a plan by. Only what is marked as exact is a total.

import { lexemeMask } from '#rules/track-facets.ts'
import { countTracks, type FacetCounts } from './facet-counts.ts'
import type { Lexicon } from './words/lexicon.ts'
import { isIndexedBeginning, type Lexeme, type Term, type WordsQuery } from './words/words-query.ts'

export type TermFrequency = {
  /** With the words that its beginnings stand for, where they are few. */
  term: Term
  /** Expected number of tracks. */
  tracks: number
  /** The number of tracks, where it is known. */
  exact: number | null
  /** At least so many tracks have it: as many as its most frequent word. */
  atLeast: number
  /** Entries of the index for its words and beginnings. */
  entries: number
  /** Entries for its beginnings that the index does not have: those of all their words are read, one by one. */
  beginningEntries: number
}

export function termFrequencies(
  words: WordsQuery,
  lexicon: Lexicon,
  counts: FacetCounts,
): TermFrequency[] {
  return words.map((term) => frequencyOfTerm(term, (lexeme) => knownOf(lexeme, lexicon, counts)))
}

/** A lexeme that only the filters ask for. */
export function facetFrequency(lexeme: string, counts: FacetCounts): TermFrequency {
  const mask = lexemeMask(lexeme)
  const tracks = mask === null ? 0 : countTracks(counts, mask)
  const term = [[{ text: lexeme }]]
  return { term, tracks, exact: null, atLeast: 0, entries: tracks, beginningEntries: 0 }
}

function frequencyOfTerm(term: Term, find: (lexeme: Lexeme) => Known): TermFrequency {
  const known = term.map((alternative) => alternative.map(find))
  const all = known.flat()
  const alone = known.length === 1 && known[0]?.length === 1 ? known[0][0] : undefined
  return {
    term: known.map((alternative) => alternative.map(({ lexeme }) => lexeme)),
    tracks: sum(known.map((alternative) => Math.min(...alternative.map(({ tracks }) => tracks)))),
    exact: alone?.exact ?? null,
    atLeast: Math.max(
      0,
      ...known.flatMap(([one, ...others]) =>
        one !== undefined && others.length === 0 ? [one.atLeast] : [],
      ),
    ),
    entries: sum(all.map(({ lexeme, tracks }) => (isLookedUp(lexeme) ? tracks : 0))),
    beginningEntries: sum(all.map(({ lexeme, tracks }) => (isLookedUp(lexeme) ? 0 : tracks))),
  }
}

function isLookedUp({ text, isPrefix, words }: Lexeme): boolean {
  return !isPrefix || words !== undefined || isIndexedBeginning(text)
}

type Known = { lexeme: Lexeme; tracks: number; exact: number | null; atLeast: number }

function knownOf(lexeme: Lexeme, lexicon: Lexicon, counts: FacetCounts): Known {
  const mask = lexemeMask(lexeme.text)
  // The counts in memory may be of a past generation: nothing is certain of them.
  if (mask !== null) return { lexeme, tracks: countTracks(counts, mask), exact: null, atLeast: 0 }
  if (lexeme.isPrefix !== true) return knownWord(lexeme.text, lexicon)
  const beginning = lexicon.beginnings.get(lexeme.text)
  if (beginning === undefined) return { lexeme, tracks: 0, exact: null, atLeast: 0 }
  const { tracks, exact, atLeast, words } = beginning
  const found = words === null || words.length === 0 ? lexeme : { ...lexeme, words }
  return { lexeme: found, tracks: exact ?? tracks, exact, atLeast: exact ?? atLeast }
}

function knownWord(text: string, lexicon: Lexicon): Known {
  const df = lexicon.words.get(text) ?? 0
  return { lexeme: { text }, tracks: df, exact: df, atLeast: df }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
