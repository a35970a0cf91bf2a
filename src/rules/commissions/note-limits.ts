// Notes that are pinned to a second of a delivery: how long, how many, how often.

/** The length of a note, and of the artist's answer to it. */
export const maxNoteLength = 500

/** Of one commission, by both parties together: what is ticked off makes room. */
export const maxOpenNotes = 50

/** Of one commission, with those that are ticked off: more than four deliveries need. All of them are sent with the room. */
export const maxNotes = 200

const hourMs = 60 * 60_000
/** Of one user: a note that is taken back makes room as well, so that the open ones alone bound nothing. */
export const noteLimits = [{ max: 200, periodMs: hourMs }] as const
