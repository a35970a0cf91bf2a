// The limits of renditions.

/**
 * A customer may have this many requested ones being made at a time, so that one customer's do not delay those of others
 * for hours. What a purchase queues is not counted.
 */
export const maxRenditionsAtOnce = 5

/** A rendition that nobody has played or downloaded for this time is removed, and made again on request. */
export const unusedRenditionDays = 30
