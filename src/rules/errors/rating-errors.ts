import { commentEditMinutes } from '../rating-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const commentBlank = 'Please enter a comment.'

export const ratingErrors = {
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
  comment_not_editable: {
    status: 409,
    message: `A comment can be changed for ${commentEditMinutes} minutes. You can still delete it.`,
  },
  too_many_ratings: {
    status: 429,
    message: 'These are many ratings at once. Please wait a minute before the next one.',
  },
  too_many_comments: {
    status: 429,
    message: 'These are many comments at once. Please wait a little before the next one.',
  },
} as const satisfies RefusalTable
