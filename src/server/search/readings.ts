// A group of a search text has several readings, each with a cost in doubt. Together they become conditions on tracks.

import { sql } from 'kysely'
import { facetOf } from '#rules/search/facet-words.ts'
import type { Facet, FacetColumn } from '#rules/search/facets.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import { otherNumbers } from '#rules/search/word-number.ts'
import {
  allOf,
  anyOf,
  hasFacet,
  hasWords,
  type Condition,
  type Lexeme,
  type Phrase,
} from './conditions.ts'
import type { KnownWords, SimilarWord } from './similar-words.ts'

/** A track matches when it has all words of a phrase, or all facets of a list of `named`. */
export type Reading = {
  phrases: readonly Phrase[]
  named: readonly (readonly Facet[])[]
  /** About so many tracks have it, and exactly none where it is 0. */
  tracks: number
  /** As the reader is told what is searched. */
  shown: string
  /** 0 as typed. */
  cost: number
  isCorrection: boolean
}

/** The words whose knowledge decides how the groups are read. */
export function wordsToLookUp(groups: readonly SearchGroup[]): string[] {
  return groups.flatMap(({ words }) => words.flatMap((word) => [word, ...otherNumbers(word)]))
}

/** Words are alternatives to facets, so that a facet never hides a title with its name. */
export function readAsTyped(group: SearchGroup, known: KnownWords): Reading {
  const { words, facets, unfinished, isLast } = group
  const [word = ''] = words
  return readPhrases({
    phrases: words.length === 1 ? phrasesOf(word, isLast, known) : [phraseOf(group)],
    named: [
      ...(facets.length > 0 ? [facets] : []),
      ...(known.has(word) ? [] : unfinished.map((facet) => [facet])),
    ],
    known,
    shown: words.join(' '),
    cost: 0,
    isCorrection: false,
  })
}

/** Half of all tracks may have a facet: it is looked up last. */
const facetTracks = 50_000

type Asked = Omit<Reading, 'tracks'> & { known: KnownWords }

/** Of the phrases, only those remain that some track may have. */
function readPhrases({ known, ...asked }: Asked): Reading {
  const tracksOf = (phrase: Phrase) =>
    Math.min(...phrase.map(({ text, isPrefix }) => known[isPrefix ? 'begun' : 'uses'](text)))
  const phrases = asked.phrases.filter((phrase) => tracksOf(phrase) > 0)
  const ofFacets = asked.named.length > 0 ? facetTracks : 0
  return { ...asked, phrases, tracks: ofFacets + sumOf(phrases.map(tracksOf)) }
}

/** The last word may be unfinished; an earlier one is, if no track has it as it is. */
function phrasesOf(word: string, isLast: boolean, known: KnownWords): Phrase[] {
  const isPrefix = isLast || !known.has(word)
  const others = otherNumbers(word).filter((other) => known.has(other))
  return [
    [{ text: word, isPrefix }],
    ...others.filter((other) => !isPrefix || !other.startsWith(word)).map((text) => [{ text }]),
  ]
}

function phraseOf({ words, isLast }: SearchGroup): Phrase {
  return words.map((text, at) => ({ text, isPrefix: isLast && at === words.length - 1 }))
}

/** A word that exists, as the beginning of another one; or a beginning that was perhaps meant. */
export function readAsBeginning(text: string, known: KnownWords, cost: number): Reading {
  const phrases = [[{ text, isPrefix: true }]]
  return readPhrases({ phrases, named: [], known, shown: text, cost, isCorrection: false })
}

export function readAsSimilar({ word, uses, cost }: SimilarWord): Reading {
  const facet = facetOf(word)
  return {
    phrases: uses > 0 ? [[{ text: word }]] : [],
    named: facet ? [[facet]] : [],
    tracks: uses + (facet ? facetTracks : 0),
    shown: word,
    cost,
    isCorrection: true,
  }
}

/** The row of a track is read in the time in which an index collects so many. */
const entriesPerRow = 10

/** None, exactly: a part has no reading that any track has. */
export const areImpossible = (choices: readonly (readonly Reading[])[]) =>
  choices.some((readings) => readings.every(({ tracks }) => tracks === 0))

/**
 * The conditions of all parts of a text together: the rarest ones are looked up, the others are tested on the tracks that
 * have these.
 * @param choices for each part of the text, of which a track must have one.
 */
export function textConditions(choices: readonly (readonly Reading[])[]): Condition[] {
  const parts = choices.map((readings) => ({
    match: matchOf(readings),
    tracks: sumOf(readings.map(({ tracks }) => tracks)),
  }))
  const rarest = Math.min(...parts.map(({ tracks }) => tracks))
  return parts.map(({ match, tracks }) =>
    tracks <= rarest * entriesPerRow ? match : testedOnly(match),
  )
}

/** PostgreSQL takes no index for a condition that is written so, and still estimates it as before. */
const testedOnly = (match: Condition): Condition => sql`(${match}) is true`

/** A track has one of the readings. */
export function matchOf(readings: readonly Reading[]): Condition {
  const phrases = readings.flatMap((reading) => reading.phrases)
  return anyOf([
    ...(phrases.length > 0 ? [hasWords(phrases)] : []),
    ...readings.flatMap(({ named }) => named.map((facets) => allOf(facets.map(hasFacet)))),
  ])
}

/** A track as far as a search knows it. */
export type FoundTrack = { lexemes: readonly string[] } & Record<
  FacetColumn,
  string | boolean | null
>

/** As `matchOf`, of a track that has been read. */
export function matches({ phrases, named }: Reading, track: FoundTrack): boolean {
  const has = ({ column, values }: Facet) => values.some((value) => value === track[column])
  return (
    phrases.some((phrase) => phrase.every((lexeme) => hasLexeme(track, lexeme))) ||
    named.some((facets) => facets.every(has))
  )
}

function hasLexeme({ lexemes }: FoundTrack, { text, isPrefix }: Lexeme): boolean {
  return (
    lexemes.includes(text) || (isPrefix === true && lexemes.some((one) => one.startsWith(text)))
  )
}

/** An unfinished word is shown as the track has it: beside a corrected word it would look like another mistake. */
export function completed(reading: Reading, { lexemes }: FoundTrack): Reading {
  const lexeme = reading.phrases[0]?.[0]
  if (!lexeme?.isPrefix || lexemes.includes(lexeme.text)) return reading
  const [shortest = reading.shown] = lexemes
    .filter((one) => one.startsWith(lexeme.text))
    .toSorted((one, other) => one.length - other.length)
  return { ...reading, shown: shortest }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
