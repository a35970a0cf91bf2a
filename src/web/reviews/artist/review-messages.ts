// Sentences about reviews of artists.

export const reviewMessages = {
  empty: 'No reviews yet. Be the first to review this artist!',
  added: 'Review added successfully!',
  addFailed: 'Failed to add review',
  loadFailed: 'Failed to load reviews',
  fetchFailed: 'Failed to fetch reviews',
  changed: 'Your review was changed.',
  changeFailed: 'Failed to change review',
  deleted: 'Your review was deleted.',
  deleteFailed: 'Failed to delete review',
  answered: 'Your answer was added.',
  answerFailed: 'Failed to add answer',
  loginNeeded: 'Please log in to write a review.',
} as const
