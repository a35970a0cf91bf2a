// The conditions of a list on the rows of `listed_tracks`, as SQL.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Facet } from '#rules/search/facets.ts'

export type Condition = RawBuilder<SqlBool>

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

export function hasFacet({ column, values }: Facet): Condition {
  return values.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join([...values])})`
}

/** A word of a track, or every word that begins so. */
export type Lexeme = { text: string; isPrefix?: boolean }

/** Words that a track must all have. */
export type Phrase = readonly Lexeme[]

/** A track has at least one of the phrases. */
export function hasWords(phrases: readonly Phrase[]): Condition {
  return sql`words @@ ${tsqueryText(phrases)}::tsquery`
}

export function tsqueryText(phrases: readonly Phrase[]): string {
  const textOf = (phrase: Phrase) => `(${phrase.map(lexemeText).join(' & ')})`
  return `(${phrases.map(textOf).join(' | ')})`
}

function lexemeText({ text, isPrefix }: Lexeme): string {
  const quoted = `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  return isPrefix ? `${quoted}:*` : quoted
}
