import { reviewEditMinutes } from '../artists/review-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const reviewBlank = 'Please enter a review.'
export const answerBlank = 'Please enter an answer.'

export const reviewErrors = {
  own_review: { status: 403, message: 'This is your own profile: others review it.' },
  review_not_editable: {
    status: 409,
    message: `A review can be changed for ${reviewEditMinutes} minutes. You can still delete it.`,
  },
  review_has_answer: {
    status: 409,
    message: 'The artist has answered this review, so it stays as it is. You can still delete it.',
  },
  review_answered: { status: 409, message: 'You have already answered this review.' },
  too_many_reviews: {
    status: 429,
    message: 'These are many reviews at once. Please wait a little before the next one.',
  },
} as const satisfies RefusalTable
