// The orders of the list of artists. Each ends in the id, so that pages never repeat or skip an artist, and each is the
// order of an index of `artists`, read forwards or backwards.

import { sql, type RawBuilder } from 'kysely'
import type { ArtistSort } from '#rules/artists/artist-search.ts'
import type { Source } from '#server/search/find-page.ts'

export const artistOrders: Record<ArtistSort, RawBuilder<unknown>> = {
  popularity: sql`popularity desc, artist_id desc`,
  rating: sql`rating_rank desc, artist_id desc`,
  // Artists without a price are the last.
  'commission-price': sql`commission_price_pence, artist_id`,
  'num-of-commissions': sql`commissions desc, artist_id desc`,
  'num-of-commissions/ascending': sql`commissions, artist_id`,
  'num-of-uploaded-tracks': sql`tracks desc, artist_id desc`,
  'num-of-uploaded-tracks/ascending': sql`tracks, artist_id`,
  'Num of Followers': sql`followers desc, artist_id desc`,
  'Num of Followers/ascending': sql`followers, artist_id`,
  'Num of Reviews': sql`reviews desc, artist_id desc`,
  'Num of Reviews/ascending': sql`reviews, artist_id`,
  'date-joined': sql`joined_at desc, artist_id desc`,
  'date-joined/ascending': sql`joined_at, artist_id`,
}

export const artistsSource: Source = {
  table: sql`artists`,
  id: sql`artist_id`,
  sortColumns: sql`artist_id, popularity, rating_rank, commission_price_pence, commissions, tracks, followers, reviews,
    joined_at`,
}
