// The product's name and strapline, and what it decides in one number each. Prices are in price.ts, recordings in
// uploads/upload-limits.ts.

export const productName = 'Undersong'
export const strapline = 'Sing Over Something Real'
/** Shown in the footer and wherever help is offered. */
export const contactAddress = 'hello@undersong.example'

/**
 * The maximum number of tracks in a cart, for guest carts in the browser and for carts on the server. Stripe takes 100 lines
 * in one payment at most.
 */
export const maxCartTracks = 100

/** Tracks that one address names: servers and proxies refuse long ones. A guest cart is priced in portions of this size. */
export const maxTracksNamed = 100

/** The number of owned tracks that a page marks as owned; an older one is refused when it is added again. */
export const maxOwnedIds = 2_000

/** A preview is also at most half of its recording. */
export const maxPreviewSeconds = 30

/** A session ends this long after the log-in, even for a user who returns every day. */
export const sessionDays = 7
