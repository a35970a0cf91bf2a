// Sentences about the own rating and own comments: loaded with the forms, which visitors do not have.

export const submissionMessages = {
  ratingFailed: (status: number, reason: string) =>
    `Failed to submit rating (${status}): ${reason}`,
  commentFailed: (status: number, reason: string) =>
    `Failed to submit comment (${status}): ${reason}`,
  deletionFailed: (status: number, reason: string) =>
    `Failed to delete comment (${status}): ${reason}`,
  reasonUnknown: 'Unknown error',
  yourRating: (stars: number) => `Your rating: ${starText(stars)}.`,
  commentChanged: 'Your comment was changed.',
  commentDeleted: 'Your comment was deleted.',
} as const

export function starText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`
}
