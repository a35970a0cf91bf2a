// The orders of the list of artists. Each ends in the id, so that pages never repeat or skip an artist, and each is the
// order of an index of `artists`, read forwards or backwards.

import { sql, type RawBuilder } from 'kysely'
import type { ArtistSort } from '#rules/artists/artist-search.ts'

type SortColumn =
  | 'popularity'
  | 'rating_rank'
  | 'commission_price_pence'
  | 'commissions'
  | 'tracks'
  | 'followers'
  | 'reviews'
  | 'joined_at'

type Order = {
  columns: RawBuilder<unknown>
  forwards: RawBuilder<unknown>
  backwards: RawBuilder<unknown>
}

/** Artists without a price are the last of those sorted by price. */
function order(column: SortColumn, isDescending: boolean): Order {
  const sorted = (descending: boolean) =>
    sql.raw([column, 'artist_id'].map((one) => (descending ? `${one} desc` : one)).join(', '))
  return {
    columns: sql.raw(`${column}, artist_id`),
    forwards: sorted(isDescending),
    backwards: sorted(!isDescending),
  }
}

export const artistOrders: Record<ArtistSort, Order> = {
  popularity: order('popularity', true),
  rating: order('rating_rank', true),
  'commission-price': order('commission_price_pence', false),
  'num-of-commissions': order('commissions', true),
  'num-of-commissions/ascending': order('commissions', false),
  'num-of-uploaded-tracks': order('tracks', true),
  'num-of-uploaded-tracks/ascending': order('tracks', false),
  'Num of Followers': order('followers', true),
  'Num of Followers/ascending': order('followers', false),
  'Num of Reviews': order('reviews', true),
  'Num of Reviews/ascending': order('reviews', false),
  'date-joined': order('joined_at', true),
  'date-joined/ascending': order('joined_at', false),
}
