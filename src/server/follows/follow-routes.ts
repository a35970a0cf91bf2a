import {
  followArtist,
  listFollowers,
  listFollowing,
  unfollowArtist,
} from '#contracts/artists/follows.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { startFollowing, stopFollowing } from './follow-commands.ts'
import { findFollowers, findFollowing } from './follow-queries.ts'

export function followRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(followArtist, async ({ input, user }) => {
    await startFollowing(db, { followerId: user.id, artistId: input.id })
    return { isFollowing: true as const }
  })

  serve(unfollowArtist, async ({ input, user }) => {
    await stopFollowing(db, { followerId: user.id, artistId: input.id })
    return { isFollowing: false as const }
  })

  serve(listFollowing, async ({ user }) => ({
    following: await findFollowing(db, user.id),
  }))

  serve(listFollowers, async ({ user }) => ({
    followers: await findFollowers(db, user.id),
  }))
}
