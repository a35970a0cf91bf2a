// What a search text asks for, in lexemes of `track_search.words`: produced from the text, run by the listing.
//
// The lexemes of a listed track are
// - the words of its title, original artist and artist (`searchWords` of rules/search-words.ts), e.g. 'hallelujah',
// - one lexeme for each of its facets (`facetLexeme` of rules/track-facets.ts), e.g. '#g3'; no word begins with '#'.
// `search_lexicon` has every word with `df`, the number of listed tracks that have it; facets are not in it.

/** One lexeme, or every lexeme that begins with the text. */
export type Lexeme = {
  text: string
  isPrefix?: boolean
  /** All that begin with the text, instead of `isPrefix`. */
  words?: readonly string[]
}

/** Lexemes that a track must all have, e.g. the two words of 'musical theatre'. */
export type Alternative = readonly Lexeme[]

/** A track matches a term when it has at least one of its alternatives, e.g. the word 'piano' or the instrument. */
export type Term = readonly Alternative[]

/** A track matches when it matches every term. */
export type WordsQuery = readonly Term[]

/** One way to read a search text. The listing tries the next one only when this one finds no track. */
export type SearchAttempt = {
  words: WordsQuery
  matching: 'exact' | 'corrected' | 'closest'
  /** What is searched instead of the text; null for the text itself. */
  searchedFor: string | null
}

/** As PostgreSQL's tsquery: `$1::tsquery`. */
export function tsqueryText(words: WordsQuery): string {
  return words.map((term) => `(${term.map(alternativeText).join(' | ')})`).join(' & ')
}

function alternativeText(alternative: Alternative): string {
  return `(${alternative.map(lexemeText).join(' & ')})`
}

function lexemeText({ text, isPrefix, words = [text] }: Lexeme): string {
  if (isPrefix) return `${quoted(text)}:*`
  return words.length === 1 ? words.map(quoted).join('') : `(${words.map(quoted).join(' | ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The words and the beginnings among them, as they are looked up in the lexicon. */
export function lexemesIn(lexemes: Lexeme[]) {
  const words = lexemes.filter(({ text }) => !text.startsWith('#'))
  const beginnings = words.filter(({ isPrefix }) => isPrefix === true)
  return {
    // A beginning is often a whole word.
    words: words.map(({ text }) => text),
    beginnings: beginnings.map(({ text }) => text),
  }
}
