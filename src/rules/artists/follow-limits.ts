// How often users follow artists, and how much the lists of followed artists and of followers show.

const minuteMs = 60_000
/** Follows and unfollows of one user. */
export const followLimits = [{ max: 60, periodMs: minuteMs }] as const

/** The most people that a list shows. */
export const maxFollowsInList = 1_000
/** How many artists the page of followed artists shows. */
export const followedPageSize = 20
/** How many tracks each followed artist has there. */
export const newestTracksShown = 3
