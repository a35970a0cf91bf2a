// What a group of a search text may stand for, as terms of a query, and what each reading costs in doubt.

import { facetOf } from '#rules/search/facet-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import { otherNumbers } from '#rules/search/word-number.ts'
import { facetLexeme, type Facet } from '#rules/track-facets.ts'
import type { Asked } from './lexicon.ts'
import type { Candidate, KnownWords } from './lexicon-lookup.ts'
import type { Alternative, Lexeme, Term } from './words-query.ts'

export type Reading = {
  term: Term
  /** As the reader is told what is searched. */
  shown: string
  /** 0 as typed. */
  cost: number
  isCorrection?: boolean
}

/** The words whose knowledge decides how the groups are read, and the beginning that their frequencies are needed of. */
export function wordsToLookUp(groups: SearchGroup[]): Asked {
  return {
    words: groups.flatMap(({ words }) => words.flatMap((word) => [word, ...otherNumbers(word)])),
    beginnings: groups.flatMap(({ words, isLast }) => (isLast ? words.slice(-1) : [])),
  }
}

/** Words are alternatives to facets, so that a facet never hides a title with its name. */
export function readAsTyped(group: SearchGroup, known: KnownWords): Reading {
  const { words, facets, unfinished, isLast } = group
  const [word = ''] = words
  const asWords = words.length === 1 ? wordAlternatives(word, isLast, known) : [phrase(group)]
  const asFacets = known.has(word) ? [] : unfinished.map((facet) => [lexemeOf(facet)])
  const term = [...asWords, ...(facets.length > 0 ? [facets.map(lexemeOf)] : []), ...asFacets]
  return { term, shown: words.join(' '), cost: 0 }
}

/** The last word may be unfinished; an earlier one is, if no track has it as it is. */
function wordAlternatives(word: string, isLast: boolean, known: KnownWords): Alternative[] {
  const isPrefix = isLast || !known.has(word)
  const others = otherNumbers(word).filter((other) => known.has(other))
  return [
    [{ text: word, isPrefix }],
    ...others.filter((other) => !isPrefix || !other.startsWith(word)).map((text) => [{ text }]),
  ]
}

function phrase({ words, isLast }: SearchGroup): Alternative {
  return words.map((text, at) => ({ text, isPrefix: isLast && at === words.length - 1 }))
}

/** An earlier word that exists, as the beginning of another one. */
export function readAsBeginning({ words: [word = ''] }: SearchGroup): Reading {
  return { term: [[{ text: word, isPrefix: true }]], shown: word, cost: 0.5 }
}

export function readAsCandidate({ word, cost }: Candidate): Reading {
  const facet = facetOf(word)
  return {
    term: [[{ text: word }], ...(facet ? [[lexemeOf(facet)]] : [])],
    shown: word,
    cost,
    isCorrection: true,
  }
}

/** @param lexemes of a track. */
export function matches({ term }: Reading, lexemes: ReadonlySet<string>): boolean {
  return term.some((alternative) => alternative.every((lexeme) => has(lexemes, lexeme)))
}

function has(lexemes: ReadonlySet<string>, { text, isPrefix }: Lexeme): boolean {
  return (
    lexemes.has(text) || (isPrefix === true && [...lexemes].some((one) => one.startsWith(text)))
  )
}

const lexemeOf = (facet: Facet): Lexeme => ({ text: facetLexeme(facet) })
