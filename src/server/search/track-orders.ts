// The orders of a list. Each ends in the id, so that pages never repeat or skip a track, and each is the order of an
// index of `track_search`, read forwards or backwards.

import { sql, type RawBuilder } from 'kysely'
import type { FacetMask } from '#rules/track-facets.ts'
import type { TrackSort } from '#rules/track-options.ts'

type Order = { forwards: RawBuilder<unknown>; backwards: RawBuilder<unknown> }

const order = (forwards: string, backwards: string): Order => ({
  forwards: sql.raw(forwards),
  backwards: sql.raw(backwards),
})

const newest = order('created_at desc, track_id desc', 'created_at, track_id')

export const trackOrders: Record<TrackSort, Order> = {
  popularity: order(
    'popularity desc, created_at desc, track_id desc',
    'popularity, created_at, track_id',
  ),
  'date-uploaded': newest,
  'date-uploaded/ascending': { forwards: newest.backwards, backwards: newest.forwards },
  rating: order('rating desc, track_id desc', 'rating, track_id'),
  price: order('price_pence, track_id', 'price_pence desc, track_id desc'),
}

export function facetsMatch({ mask, value }: FacetMask): RawBuilder<unknown> {
  return mask === 0 ? sql`true` : sql`facets & ${mask} = ${value}`
}
