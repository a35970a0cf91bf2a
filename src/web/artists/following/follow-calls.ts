// The calls about following. Each failure has a message: the server's, or one of its own.

import type {
  followArtist,
  listFollowers,
  listFollowing,
  unfollowArtist,
} from '#contracts/artists/follows.ts'
import { request } from '#web/api/browser.ts'
import type { CodeOf, Refused, Result } from '#web/api/result.ts'
import { followMessages } from './follow-messages.ts'

type ChangeRefusal = CodeOf<typeof followArtist> | CodeOf<typeof unfollowArtist>
export type ChangeResult = Result<unknown, ChangeRefusal>
type Entry = { id?: string; _id?: string }

export type FollowCalls = {
  follow: (artistId: string) => Promise<ChangeResult>
  unfollow: (artistId: string) => Promise<ChangeResult>
  /** The ids of the followed artists. */
  list: () => Promise<Result<string[]>>
}

export const browserFollowCalls: FollowCalls = {
  follow: async (id) =>
    withMessage(
      await request<typeof followArtist>('POST /api/users/follow/{id}', { id }),
      followMessages.followFailed,
    ),

  unfollow: async (id) =>
    withMessage(
      await request<typeof unfollowArtist>('POST /api/users/unfollow/{id}', { id }),
      followMessages.unfollowFailed,
    ),

  async list() {
    const result = await request<typeof listFollowing>('GET /api/users/following', {})
    if (!result.ok) return withMessage(result, followMessages.followingFailed)
    return { ok: true, value: result.value.following.map(idOf).filter((id) => id !== undefined) }
  },
}

export type FollowersResult = Result<{ id: string; name: string }[]>

/** Who follows the user, the latest first. */
export async function fetchFollowers(): Promise<FollowersResult> {
  const result = await request<typeof listFollowers>('GET /api/users/followers', {})
  if (!result.ok) return withMessage(result, followMessages.followersFailed)
  const followers = result.value.followers.map(({ id, displayName: name }) => ({ id, name }))
  return { ok: true, value: followers }
}

/** The server writes `id`; the specification allows both spellings. */
function idOf({ id, _id }: Entry): string | undefined {
  return id ?? _id
}

function withMessage<Value extends { ok: true } | Refused>(result: Value, message: string): Value {
  return !result.ok && result.code === 'unknown' ? { ...result, message } : result
}
