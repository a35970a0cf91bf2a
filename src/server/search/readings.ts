// What a group of a search text may stand for, and what each reading costs in doubt.

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

/** A track matches when it has one of the phrases, or all of `facets`, or one of `unfinished`. */
export type Reading = {
  phrases: readonly Phrase[]
  facets: readonly Facet[]
  unfinished: readonly Facet[]
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
  return {
    phrases: words.length === 1 ? phrasesOf(word, isLast, known) : [phraseOf(group)],
    facets,
    unfinished: known.has(word) ? [] : unfinished,
    shown: words.join(' '),
    cost: 0,
    isCorrection: false,
  }
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
export function readAsBeginning(text: string, cost: number): Reading {
  const phrases = [[{ text, isPrefix: true }]]
  return { phrases, facets: [], unfinished: [], shown: text, cost, isCorrection: false }
}

export function readAsSimilar({ word, cost }: Pick<SimilarWord, 'word' | 'cost'>): Reading {
  const facet = facetOf(word)
  const facets = facet ? [facet] : []
  return {
    phrases: [[{ text: word }]],
    facets,
    unfinished: [],
    shown: word,
    cost,
    isCorrection: true,
  }
}

export function matchOf(reading: Reading): Condition {
  const { phrases, facets, unfinished } = reading
  const asFacets = [
    ...(facets.length > 0 ? [allOf(facets.map(hasFacet))] : []),
    ...unfinished.map(hasFacet),
  ]
  return asFacets.length === 0 ? hasWords(phrases) : anyOf([hasWords(phrases), ...asFacets])
}

/** A track as far as a search knows it. */
export type FoundTrack = { lexemes: readonly string[] } & Record<
  FacetColumn,
  string | boolean | null
>

/** As `matchOf`, of a track that has been read. */
export function matches({ phrases, facets, unfinished }: Reading, track: FoundTrack): boolean {
  const has = ({ column, values }: Facet) => values.some((value) => value === track[column])
  return (
    phrases.some((phrase) => phrase.every((lexeme) => hasLexeme(track, lexeme))) ||
    (facets.length > 0 && facets.every(has)) ||
    unfinished.some(has)
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
