// What a search text asks for, in lexemes of `track_search.words`: produced from the text, run by the listing.
//
// The lexemes of a listed track are
// - the words of its title, original artist and artist (`searchWords` of rules/search-words.ts), e.g. 'hallelujah',
// - one lexeme for each of its facets (`facetLexeme` of rules/track-facets.ts), e.g. '#g3'; no word begins with '#'.
// `search_lexicon` has every word with `df`, the number of listed tracks that have it; facets are not in it.
// The index of words also has the beginnings of each word, e.g. '^hal' (`with_beginnings` of migration 0037).

/** One lexeme, or every lexeme that begins with the text. */
export type Lexeme = {
  text: string
  isPrefix?: boolean
  /** All that begin with the text, where they are known and few. */
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

/** As PostgreSQL's tsquery for the lexemes of a row: `words @@ $1::tsquery`. */
export function tsqueryText(words: WordsQuery): string {
  return textWith(words, lexemeText)
}

/** The same for the index, which also has beginnings: `with_beginnings(words) @@ $1::tsquery`. */
export function indexedText(words: WordsQuery): string {
  return textWith(words, indexedLexemeText)
}

function textWith(words: WordsQuery, textOf: (lexeme: Lexeme) => string): string {
  const textOfAll = (alternative: Alternative) => `(${alternative.map(textOf).join(' & ')})`
  return words.map((term) => `(${term.map(textOfAll).join(' | ')})`).join(' & ')
}

function lexemeText({ text, isPrefix }: Lexeme): string {
  return isPrefix ? `${quoted(text)}:*` : quoted(text)
}

function indexedLexemeText(lexeme: Lexeme): string {
  const { text, isPrefix, words } = lexeme
  if (isPrefix && isIndexedBeginning(text)) return quoted(`^${text}`)
  return words === undefined ? lexemeText(lexeme) : `(${words.map(quoted).join(' | ')})`
}

/** Shorter beginnings are in most rows, longer ones begin few words. */
export function isIndexedBeginning(text: string): boolean {
  const { length } = [...text]
  return length >= 2 && length <= 7
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
