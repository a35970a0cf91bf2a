// Sentences about ratings and comments.

export const ratingMessages = {
  loginNeeded: 'Please log in to rate and comment on tracks.',
  ratingFailed: (status: number, reason: string) =>
    `Failed to submit rating (${status}): ${reason}`,
  commentFailed: (status: number, reason: string) =>
    `Failed to submit comment (${status}): ${reason}`,
  deletionFailed: (status: number, reason: string) =>
    `Failed to delete comment (${status}): ${reason}`,
  reasonUnknown: 'Unknown error',
  notRated: 'No ratings yet.',
  yourRating: (stars: number) => `Your rating: ${starText(stars)}.`,
  commentAdded: 'Your comment was added.',
  commentChanged: 'Your comment was changed.',
  commentDeleted: 'Your comment was deleted.',
  commentsEmpty: 'No comments yet.',
  commentsInvitation: 'Be the first to leave a comment!',
  commentAuthorUnknown: 'Anonymous User',
  formNotLoaded: 'Reload the page to rate this track and comment on it.',
} as const

export function starText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`
}
