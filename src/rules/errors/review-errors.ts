import { reviewEditMinutes } from '../reviews/review-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const commentBlank = 'Please enter a comment.'
export const reviewBlank = 'Please enter a review.'
export const answerBlank = 'Please enter an answer.'

export const reviewErrors = {
  rating_login_required: { status: 401, message: 'You must be logged in to rate tracks.' },
  comment_login_required: { status: 401, message: 'You must be logged in to comment on tracks.' },
  own_track_rated: {
    status: 403,
    message: 'This is your own track: others rate it and comment on it.',
  },
  purchase_required: {
    status: 403,
    message: 'Only customers who bought this track can rate it and comment on it.',
  },
  own_review: { status: 403, message: 'This is your own profile: others review it.' },
  comment_not_editable: { status: 409, message: notEditable('comment') },
  review_not_editable: { status: 409, message: notEditable('review') },
  review_has_answer: {
    status: 409,
    message: 'The artist has answered this review, so it stays as it is. You can still delete it.',
  },
  review_answered: { status: 409, message: 'You have already answered this review.' },
  too_many_ratings: {
    status: 429,
    message: 'These are many ratings at once. Please wait a minute before the next one.',
  },
  too_many_comments: { status: 429, message: tooMany('comments') },
  too_many_reviews: { status: 429, message: tooMany('reviews') },
} as const satisfies RefusalTable

function notEditable(what: string): string {
  return `A ${what} can be changed for ${reviewEditMinutes} minutes. You can still delete it.`
}

function tooMany(what: string): string {
  return `These are many ${what} at once. Please wait a little before the next one.`
}
