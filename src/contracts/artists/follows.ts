// Endpoints of following artists.

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const artistId = z.object({ id: z.guid() })

const followedSchema = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
})

/** Of a list of people, at most. */
export const mostFollowsInList = 1_000

export const followArtist = endpoint('POST /api/users/follow/{id}', {
  by: 'user',
  summary: 'Follows an artist; following twice changes nothing.',
  refusals: ['not_found', 'own_follow', 'too_many_follows'],
  input: artistId,
  output: z.object({ isFollowing: z.literal(true) }),
})

export const unfollowArtist = endpoint('POST /api/users/unfollow/{id}', {
  by: 'user',
  summary: 'No longer follows an artist.',
  refusals: ['too_many_follows'],
  input: artistId,
  output: z.object({ isFollowing: z.literal(false) }),
})

export const listFollowing = endpoint('GET /api/users/following', {
  by: 'user',
  summary: `The artists that the caller follows, the latest first, at most ${mostFollowsInList}.`,
  input: z.object({}),
  output: z.object({ following: z.array(followedSchema) }),
})

export const listFollowers = endpoint('GET /api/users/followers', {
  by: 'user',
  summary: `Who follows the caller, the latest first, at most ${mostFollowsInList}.`,
  input: z.object({}),
  output: z.object({ followers: z.array(followedSchema) }),
})
