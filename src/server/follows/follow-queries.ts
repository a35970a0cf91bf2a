// Whom a user follows, and who follows them.

import { mostFollowsInList } from '#contracts/artists/follows.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Without banned artists, who are back when the ban is lifted. */
export async function findFollowing(db: Db, followerId: string) {
  return named(db)
    .innerJoin('follows', 'follows.artist_id', 'users.id')
    .where('follower_id', '=', followerId)
    .where('users.banned', '=', sql.lit(false))
    .orderBy('followed_at', 'desc')
    .orderBy('users.id')
    .execute()
}

export async function findFollowers(db: Db, artistId: string) {
  return named(db)
    .innerJoin('follows', 'follows.follower_id', 'users.id')
    .where('artist_id', '=', artistId)
    .where('users.banned', '=', sql.lit(false))
    .orderBy('followed_at', 'desc')
    .orderBy('users.id')
    .execute()
}

function named(db: Db) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.username',
      eb.fn.coalesce('users.display_name', 'users.username').as('displayName'),
      'users.avatar',
    ])
    .limit(mostFollowsInList)
}
