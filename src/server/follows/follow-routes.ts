import {
  followArtist,
  listFollowedTracks,
  listFollowers,
  listFollowing,
  unfollowArtist,
} from '#contracts/artists/follows.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { presentTrack } from '#server/tracks/track-presenter.ts'
import { startFollowing, stopFollowing } from './follow-commands.ts'
import {
  findFollowedPage,
  findFollowers,
  findFollowing,
  findNewestTracks,
} from './follow-queries.ts'

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

  serve(listFollowedTracks, async ({ input, user }) => {
    const found = await findFollowedPage(db, { followerId: user.id, page: input.page })
    const tracks = await findNewestTracks(
      db,
      found.artists.map(({ id }) => id),
    )
    return {
      artists: found.artists.map((artist) => ({
        ...artist,
        tracks: tracks.filter((track) => track.artist_id === artist.id).map(presentTrack),
      })),
      ...found.paging,
    }
  })

  serve(listFollowers, async ({ user }) => ({
    followers: await findFollowers(db, user.id),
  }))
}
