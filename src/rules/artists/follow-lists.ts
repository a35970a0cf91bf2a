// How much the lists of followed artists and of followers show.

/** Of a list of people, at most. */
export const mostFollowsInList = 1_000
/** Of the page of followed artists. */
export const followedPageSize = 20
/** Of each followed artist. */
export const newestTracksShown = 3
