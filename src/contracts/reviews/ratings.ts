// Endpoints of ratings and comments.

import { z } from 'zod'
import { commentBlank } from '#rules/errors/review-errors.ts'
import { minStars, maxCommentLength, maxStars } from '#rules/reviews/review-limits.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'
import { commentSchema } from '../review-schemas.ts'

const trackId = z.uuid()
const commentId = z.uuid()

const oneOfFive = `Please choose ${minStars} to ${maxStars} stars.`
const starsSchema = z.int(oneOfFive).min(minStars, oneOfFive).max(maxStars, oneOfFive)

const commentTextSchema = writtenText({ blank: commentBlank, longest: maxCommentLength })

const ratingSchema = z.object({ stars: starsSchema, ratedAt: z.iso.datetime() })
export type OwnRating = z.infer<typeof ratingSchema>

export const rateTrack = endpoint('POST /api/proxy/tracks/rate/{trackId}', {
  by: 'user',
  summary: 'Rates a track; a second rating by the same user replaces the first.',
  loginRefusal: 'rating_login_required',
  refusals: ['not_found', 'own_track_rated', 'purchase_required', 'too_many_ratings'],
  input: z.object({ trackId, rating: starsSchema }),
  output: z.object({
    rating: ratingSchema,
    averageRating: z.number(),
    numOfRatings: z.int(),
  }),
})

export const commentOnTrack = endpoint('POST /api/proxy/tracks/comment/{trackId}', {
  by: 'user',
  summary: 'Adds a comment to a track.',
  loginRefusal: 'comment_login_required',
  refusals: ['not_found', 'own_track_rated', 'purchase_required', 'too_many_comments'],
  input: z.object({ trackId, comment: commentTextSchema }),
  output: commentSchema,
})

/** A page is the same for everyone: this is what its browser adds for a user. */
export const getOwnReviews = endpoint('GET /api/proxy/tracks/own-reviews/{trackId}', {
  by: 'user',
  summary: 'The own rating of a track, the own comments on it, and whether the caller may rate it.',
  refusals: ['not_found'],
  input: z.object({ trackId }),
  output: z.object({
    rating: ratingSchema.nullable(),
    /** Why the caller can neither rate nor comment; null for everyone who can. */
    refusal: z.enum(['own_track_rated', 'purchase_required']).nullable(),
    /** The newest 500. */
    comments: z.array(z.object({ id: z.string(), canBeEdited: z.boolean() })),
  }),
})
export type OwnReviews = z.infer<typeof getOwnReviews.output>

export const editComment = endpoint('PATCH /api/proxy/comments/{commentId}', {
  by: 'user',
  summary: 'Changes an own comment, for a quarter of an hour after it was written.',
  loginRefusal: 'comment_login_required',
  refusals: ['not_found', 'comment_not_editable', 'words_removed', 'too_many_comments'],
  input: z.object({ commentId, comment: commentTextSchema }),
  output: commentSchema,
})

export const deleteComment = endpoint('DELETE /api/proxy/comments/{commentId}', {
  by: 'user',
  summary: 'Deletes an own comment.',
  refusals: ['not_found'],
  input: z.object({ commentId }),
  output: z.object({}),
})
