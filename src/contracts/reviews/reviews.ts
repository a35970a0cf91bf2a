// Endpoints of reviews: what users write about artists, and artists answer.

import { z } from 'zod'
import { answerBlank, reviewBlank } from '#rules/errors/review-errors.ts'
import {
  lastReviewPage,
  maxAnswerLength,
  maxReviewLength,
  reviewPageSize,
  reviewSorts,
} from '#rules/reviews/review-limits.ts'
import { endpoint } from '../endpoint.ts'
import { limitField, pageOf } from '../lists.ts'
import { writtenText } from '../written-text.ts'
import { reviewSchema } from '../review-schemas.ts'

const reviewText = writtenText({ blank: reviewBlank, longest: maxReviewLength })

const artistId = z.guid()
const reviewId = z.uuid()

export const listReviews = endpoint('GET /api/proxy/users/review/{artistId}', {
  by: 'anyone',
  summary: 'One page of the reviews of an artist.',
  refusals: ['not_found'],
  input: z.object({
    artistId,
    orderBy: z.enum(reviewSorts).catch('date-added').default('date-added'),
    page: z.coerce.number().int().min(1).max(lastReviewPage).catch(1).default(1),
    limit: limitField(reviewPageSize),
  }),
  output: pageOf({
    reviews: z.array(reviewSchema),
    totalReviews: z.int(),
  }),
})

export const addReview = endpoint('POST /api/proxy/users/review/{artistId}', {
  by: 'user',
  summary: 'Writes a review of an artist; responds with the newest reviews and their number.',
  refusals: ['not_found', 'own_review', 'email_unverified', 'too_many_reviews'],
  input: z.object({ artistId, review: reviewText }),
  output: z.object({ reviews: z.array(reviewSchema), numOfReviews: z.int() }),
})

export const editReview = endpoint('PATCH /api/proxy/reviews/{reviewId}', {
  by: 'user',
  summary:
    'Changes an own review, for a quarter of an hour after it was written, until the artist answers it.',
  refusals: [
    'not_found',
    'review_not_editable',
    'review_has_answer',
    'words_removed',
    'too_many_reviews',
  ],
  input: z.object({ reviewId, review: reviewText }),
  output: reviewSchema,
})

export const deleteReview = endpoint('DELETE /api/proxy/reviews/{reviewId}', {
  by: 'user',
  summary: 'Deletes an own review.',
  refusals: ['not_found'],
  input: z.object({ reviewId }),
  output: z.object({}),
})

export const answerReview = endpoint('POST /api/proxy/reviews/{reviewId}/answer', {
  by: 'artist',
  summary: 'The artist answers a review of themselves, once.',
  refusals: ['not_found', 'review_answered', 'too_many_reviews'],
  input: z.object({
    reviewId,
    answer: writtenText({ blank: answerBlank, longest: maxAnswerLength }),
  }),
  output: reviewSchema,
})
