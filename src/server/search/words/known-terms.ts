// A search with only what some track has: an alternative with a word that no track has matches nothing, and a term that only
// names facets is a filter, whose tracks are counted.

import { lexemeMask, type FacetMask } from '#rules/track-facets.ts'
import type { Lexicon } from './lexicon.ts'
import type { Lexeme, Term, WordsQuery } from './words-query.ts'

export type KnownTerms = { words: WordsQuery; facets: FacetMask }

/** Null if no track can match. */
export function knownTerms(
  asked: WordsQuery,
  filters: FacetMask,
  lexicon: Lexicon,
): KnownTerms | null {
  const words: Term[] = []
  let facets = filters
  for (const term of asked) {
    const known = term.filter((alternative) => alternative.every((one) => isKnown(one, lexicon)))
    if (known.length === 0) return null
    const masks = masksOf(known)
    if (masks === null) words.push(known)
    for (const mask of masks ?? []) {
      const both = combined(facets, mask)
      if (both === null) return null
      facets = both
    }
  }
  return { words, facets }
}

/** Everything else about a beginning may have changed since the last fold, but its words have been added at once. */
function isKnown({ text, isPrefix }: Lexeme, lexicon: Lexicon): boolean {
  if (lexemeMask(text) !== null) return true
  return isPrefix
    ? lexicon.beginnings.get(text)?.words?.length !== 0
    : (lexicon.words.get(text) ?? 0) > 0
}

/** Null unless all that is left of a term are facets that a track must all have. */
function masksOf([alternative = [], ...others]: Term): FacetMask[] | null {
  if (others.length > 0) return null
  const masks = alternative.map(({ text }) => lexemeMask(text)).filter((mask) => mask !== null)
  return masks.length === alternative.length ? masks : null
}

/** Null if they contradict each other. */
function combined(one: FacetMask, other: FacetMask): FacetMask | null {
  const common = one.mask & other.mask
  if ((one.value & common) !== (other.value & common)) return null
  return { mask: one.mask | other.mask, value: one.value | other.value }
}
