// Finds a recording by words, for lists that are not the catalogue and too short for an index of words.

import { sql, type Expression, type SqlBool } from 'kysely'
import { searchWords } from '#rules/search/search-words.ts'

/**
 * Each word of the text begins a word of the column. Such words have only letters and digits, which `like` compares as they
 * are.
 * @param column words with a space before each
 */
export function wordsMatch(column: Expression<unknown>, text: string) {
  const words = searchWords(text).map((word) => `% ${word}%`)
  return sql<SqlBool>`${column} like all (${words}::text[])`
}
