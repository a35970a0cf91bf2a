// Following and unfollowing artists.

import { followLimits } from '#rules/artists/follow-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import { findListedArtist } from '#server/accounts/listed-artists.ts'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'

type Follow = { followerId: string; artistId: string }

/** @throws Refusal not_found, own_follow, too_many_follows */
export async function startFollowing(db: Db, { followerId, artistId }: Follow): Promise<void> {
  if (followerId === artistId) throw new Refusal('own_follow')
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, followerId)
    await countFollow(tx, followerId)
    const artist = await findListedArtist(tx, artistId)
    if (!artist) throw new Refusal('not_found')
    const { numInsertedOrUpdatedRows: added = 0n } = await tx
      .insertInto('follows')
      .values({ follower_id: followerId, artist_id: artistId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (added > 0n) await refreshArtists(tx, 'followers', [artistId])
  })
}

/** @throws Refusal too_many_follows */
export async function stopFollowing(db: Db, { followerId, artistId }: Follow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, followerId)
    await countFollow(tx, followerId)
    const { numDeletedRows: removed } = await tx
      .deleteFrom('follows')
      .where('follower_id', '=', followerId)
      .where('artist_id', '=', artistId)
      .executeTakeFirstOrThrow()
    if (removed > 0n) await refreshArtists(tx, 'followers', [artistId])
  })
}

/** In the transaction of the follow: a refused one is not counted. */
function countFollow(tx: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['follows', 'too_many_follows'] as const
  return countUserAction(tx, { kind, userId, limits: followLimits, refusal })
}
