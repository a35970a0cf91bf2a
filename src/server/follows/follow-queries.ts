// Whom a user follows, and who follows them.

import { sql, type SqlBool } from 'kysely'
import {
  followedPageSize,
  maxFollowsInList,
  newestTracksShown,
} from '#rules/artists/follow-limits.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'
import { listedTracks, presentedColumns } from '#server/tracks/listed-tracks.ts'

/** Without banned artists, who are back when the ban is lifted. */
export async function findFollowing(db: Db, followerId: string) {
  return followedArtists(db, followerId).limit(maxFollowsInList).execute()
}

export async function findFollowedPage(
  db: Db,
  { followerId, page }: { followerId: string; page: number },
) {
  const { count } = await db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.artist_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('follower_id', '=', followerId)
    .where('users.banned', '=', sql.lit(false))
    .executeTakeFirstOrThrow()
  const { paging, offset } = pageAt({ page, total: Number(count), size: followedPageSize })
  const artists = await followedArtists(db, followerId)
    .limit(followedPageSize)
    .offset(offset)
    .execute()
  return { artists, paging }
}

/** The newest listed tracks of each of the artists, in one query by the index tracks_artist. */
export function findNewestTracks(db: Db, artistIds: string[]) {
  return listedTracks(db)
    .select(presentedColumns)
    .where(
      sql<SqlBool>`tracks.id = any(array(
        select newest.id
        from unnest(${artistIds}::uuid[]) as followed (artist_id)
        cross join lateral (
          select id from tracks
          where tracks.artist_id = followed.artist_id and withdrawn_at is null
          order by created_at desc, id desc
          limit ${sql.lit(newestTracksShown)}
        ) as newest
      ))`,
    )
    .orderBy('tracks.created_at', 'desc')
    .orderBy('tracks.id', 'desc')
    .execute()
}

function followedArtists(db: Db, followerId: string) {
  return named(db)
    .innerJoin('follows', 'follows.artist_id', 'users.id')
    .where('follower_id', '=', followerId)
    .where('users.banned', '=', sql.lit(false))
    .orderBy('followed_at', 'desc')
    .orderBy('users.id')
}

export async function findFollowers(db: Db, artistId: string) {
  return named(db)
    .innerJoin('follows', 'follows.follower_id', 'users.id')
    .where('artist_id', '=', artistId)
    .where('users.banned', '=', sql.lit(false))
    .orderBy('followed_at', 'desc')
    .orderBy('users.id')
    .limit(maxFollowsInList)
    .execute()
}

function named(db: Db) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username', nameOf().as('displayName'), 'users.avatar'])
}
