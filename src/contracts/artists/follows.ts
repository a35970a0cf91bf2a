// Endpoints of following artists.

import { z } from 'zod'
import {
  followedPageSize,
  maxFollowsInList,
  newestTracksShown,
} from '#rules/artists/follow-limits.ts'
import { lastOwnedPage, ownedSearchFields } from '#rules/orders/owned-search.ts'
import { endpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../lists.ts'
import { trackSchema } from '../tracks.ts'

const artistId = z.object({ id: z.guid() })

const followedSchema = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
})

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
  summary: `The artists that the caller follows, the latest first, at most ${maxFollowsInList}.`,
  input: z.object({}),
  output: z.object({ following: z.array(followedSchema) }),
})

const followedWithTracksSchema = followedSchema.extend({ tracks: z.array(trackSchema) })
export type FollowedWithTracks = z.infer<typeof followedWithTracksSchema>

export const listFollowedTracks = endpoint('GET /api/users/following/tracks', {
  by: 'user',
  summary: `The artists that the caller follows, the latest first, ${followedPageSize} on a page, each with up to ${newestTracksShown} of the newest tracks.`,
  input: z.object({
    page: pageField(ownedSearchFields.page, lastOwnedPage),
  }),
  output: pageOf({
    artists: z.array(followedWithTracksSchema),
  }),
})

export const listFollowers = endpoint('GET /api/users/followers', {
  by: 'user',
  summary: `Who follows the caller, the latest first, at most ${maxFollowsInList}.`,
  input: z.object({}),
  output: z.object({ followers: z.array(followedSchema) }),
})
