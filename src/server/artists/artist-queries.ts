// Artists as others see them.

import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { queryArtists, type ArtistQuery } from '#contracts/artists/artists.ts'
import { exampleProcess } from '#rules/artists/example-process.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import { findArtistPage } from './find-artist-page.ts'

const featuredArtists = 8

/** In the order of the query. */
export async function findArtists(db: Db, query: ArtistQuery) {
  const found = await findArtistPage(db, query)
  return { ...found, artists: await artistsInOrder(db, found.ids) }
}

/** The most popular who take commissions. */
export async function findFeaturedArtists(db: Db) {
  const query = queryArtists.input.parse({ availableForCommission: true, limit: featuredArtists })
  return artistsInOrder(db, (await findArtistPage(db, query)).ids)
}

/** @param withBanned for admins, who may lift the ban */
export async function findArtist(db: Db, id: string, { withBanned }: { withBanned: boolean }) {
  const [artist] = await artistsById(db, [id], withBanned)
  return artist
}

/** Without those who have been banned since. */
async function artistsInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await artistsById(db, ids, false)
  const byId = new Map(rows.map((row) => [row.artist_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const artistsById = fixedQuery((db, ids: string[], withBanned: boolean) =>
  db
    .selectFrom('artists')
    .innerJoin('users', 'users.id', 'artists.artist_id')
    .select([
      'artists.artist_id',
      'users.username',
      'users.display_name',
      'users.avatar',
      'users.role',
      'users.banned',
      'about',
      'instrument',
      'youtube_url',
      'commission_price_pence',
      'takes_commissions',
      'wants_commissions',
      'delivery_days',
      'included_revisions',
      'followers',
      'reviews',
      'commissions',
      'tracks',
      'average_completion_hours',
      'rating_count',
      'rating_sum',
      'joined_at',
      'last_online_at',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('artist_examples')
          .select(['id', 'description', 'created_at'])
          .whereRef('artist_examples.artist_id', '=', 'artists.artist_id')
          .where('status', '=', sql.lit(exampleProcess.steps.finish.to))
          .orderBy('position'),
      ).as('examples'),
    )
    .where('artists.artist_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(sql<SqlBool>`(artists.is_listed or ${withBanned}::boolean)`),
)
export type ArtistRow = Awaited<ReturnType<typeof artistsById>>[number]
