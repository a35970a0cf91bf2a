// What the home page lists: tracks that admins put at its head, then the most popular ones.

/** Tracks on the home page. */
export const homeTracks = 6

/** Fewer than the home page lists, so that it always shows what sells, too. */
export const maxFeaturedTracks = 3
