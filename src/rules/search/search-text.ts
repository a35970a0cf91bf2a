// Reads a search text: its words as tracks are indexed by them, and what else they may name.

import { plainText } from './search-words.ts'
import { facetPhraseAt, unfinishedFacets } from './facet-words.ts'
import type { Facet } from './facets.ts'

/** More than a title with its artists has; the rest of a longer text is ignored. */
export const maxSearchedWords = 12
/** A longer word is searched by its beginning. */
const maxLetters = 60

/**
 * A word, or several that together name facets. A track matches if it has the words, all of `facets`, or one of
 * `unfinished`: 'Piano Man' is found as well as every track with piano.
 */
export type SearchGroup = {
  words: string[]
  /** Empty where the words name none. */
  facets: Facet[]
  /** What the last word is the beginning of. */
  unfinished: Facet[]
  /** Its last word may be unfinished. */
  isLast: boolean
}

/** 'C#m' is spelled 'c#m', and is indexed as the words 'c' and 'm'; 'E♭' is spelled 'eb', and indexed as 'e'. */
type SearchPart = { spelled: string; words: string[] }

const keyWithSign = /^([a-g])([#♭])(m|min|minor|maj|major)?$/

/** None for a text without letters and digits. */
export function readSearchText(text: string): SearchGroup[] {
  const parts = searchParts(text)
  const spelled = parts.map((part) => part.spelled)
  const groups: SearchGroup[] = []
  for (let from = 0; from < parts.length;) {
    const phrase = facetPhraseAt(spelled, from)
    const end = from + (phrase?.parts ?? 1)
    const words = parts.slice(from, end).flatMap((part) => part.words)
    const [word = ''] = words
    const isLast = end === parts.length
    groups.push({
      words,
      facets: phrase?.facets ?? [],
      unfinished: isLast && !phrase ? unfinishedFacets(word) : [],
      isLast,
    })
    from = end
  }
  return groups
}

function searchParts(text: string): SearchPart[] {
  const parts: SearchPart[] = []
  let count = 0
  for (const part of plainText(text)
    .replaceAll('♯', '#')
    .split(/[^\p{L}\p{N}#♭]/u)) {
    for (const read of readPart(part)) {
      count += read.words.length
      if (count > maxSearchedWords) return parts
      parts.push(read)
    }
  }
  return parts
}

function readPart(part: string): SearchPart[] {
  const key = keyWithSign.exec(part)
  if (key) {
    const [, letter = '', sign = '', mode = ''] = key
    const words = [letter, mode].filter((word) => word !== '')
    return [{ spelled: `${letter}${sign === '#' ? '#' : 'b'}${mode}`, words }]
  }
  return part
    .split(/[#♭]/)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, maxLetters).join(''))
    .map((word) => ({ spelled: word, words: [word] }))
}
