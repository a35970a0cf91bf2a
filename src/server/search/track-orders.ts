// The orders of a list. Each ends in the id, so that pages never repeat or skip a track, and each is the order of an
// index of `track_search`, read forwards or backwards.

import { sql, type RawBuilder } from 'kysely'
import type { FacetMask } from '#rules/track-facets.ts'
import type { TrackSort } from '#rules/track-options.ts'

type SortColumn = 'popularity' | 'created_at' | 'rating' | 'price_pence' | 'track_id'

type Order = {
  columns: RawBuilder<unknown>
  forwards: RawBuilder<unknown>
  backwards: RawBuilder<unknown>
  /** Compares a row with one further back: `<=` or `>=`. */
  from: RawBuilder<unknown>
}

function order(columns: SortColumn[], isDescending: boolean): Order {
  const sorted = (descending: boolean) =>
    sql.raw(columns.map((column) => (descending ? `${column} desc` : column)).join(', '))
  return {
    columns: sql.raw(columns.join(', ')),
    forwards: sorted(isDescending),
    backwards: sorted(!isDescending),
    from: sql.raw(isDescending ? '<=' : '>='),
  }
}

export const trackOrders: Record<TrackSort, Order> = {
  popularity: order(['popularity', 'created_at', 'track_id'], true),
  'date-uploaded': order(['created_at', 'track_id'], true),
  'date-uploaded/ascending': order(['created_at', 'track_id'], false),
  rating: order(['rating', 'track_id'], true),
  price: order(['price_pence', 'track_id'], false),
}

export function facetsMatch({ mask, value }: FacetMask): RawBuilder<unknown> {
  return sql`facets & ${mask} = ${value}`
}

/** By the index of words. @param queries as `indexedText`. */
export function wordsMatch(queries: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    queries.map((query) => sql`with_beginnings(words) @@ ${query}::tsquery`),
    sql` and `,
  )
}
