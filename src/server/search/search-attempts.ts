// From a search text to the attempts to find tracks with it, the closest reading first.

import { searchWords } from '#rules/search-words.ts'
import type { Db } from '#server/db/client.ts'
import { correctWords } from './search-typos.ts'
import type { SearchAttempt, WordsQuery } from './words-query.ts'

/** No attempt for a text without letters or digits: it finds nothing. */
export async function* searchAttempts(db: Db, text: string): AsyncGenerator<SearchAttempt> {
  const words = searchWords(text)
  if (words.length === 0) return
  yield { words: beginningWith(words), matching: 'exact', searchedFor: null }
  const corrected = await correctWords(db, words)
  if (corrected === null) return
  yield {
    words: beginningWith(corrected),
    matching: 'corrected',
    searchedFor: corrected.join(' '),
  }
}

function beginningWith(words: string[]): WordsQuery {
  return words.map((text) => [[{ text, isPrefix: true }]])
}
