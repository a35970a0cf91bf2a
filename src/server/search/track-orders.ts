// The orders of a list. Each ends in the id, so that pages never repeat or skip a track, and each is the order of an
// index of `listed_tracks`, read forwards or backwards.

import { sql, type RawBuilder } from 'kysely'
import type { TrackSort } from '#rules/tracks/track-options.ts'
import type { Source } from './find-page.ts'

export const trackOrders: Record<TrackSort, RawBuilder<unknown>> = {
  popularity: sql`popularity desc, created_at desc, id desc`,
  'date-uploaded': sql`created_at desc, id desc`,
  'date-uploaded/ascending': sql`created_at, id`,
  rating: sql`rating desc, id desc`,
  price: sql`price_pence, id`,
}

export const tracksSource: Source = {
  table: sql`listed_tracks`,
  id: sql`id`,
  sortColumns: sql`id, popularity, created_at, rating, price_pence`,
}
