// Sentences about the ratings of a track and its comments.

export const ratingMessages = {
  loginNeeded: 'Please log in to rate and comment on tracks.',
  notRated: 'No ratings yet.',
  commentAdded: 'Your comment was added.',
  commentsEmpty: 'No comments yet.',
  commentsInvitation: 'Be the first to leave a comment!',
  formNotLoaded: 'Reload the page to rate this track and comment on it.',
} as const
