// Numbers of commissions: how many, how long, how often.

export const maxCommissionNameLength = 100
export const maxRequirementsLength = 5_000
export const maxGuideTrackUrlLength = 2_000
/** The longest text of feedback, of a dispute and its answer, of a message with an answer, and of the reason to give up. */
export const maxCommissionTextLength = 1_000

/** Revisions that a price includes, unless the artist chooses another number (BUS-19). */
export const usualRevisions = 2
export const maxIncludedRevisions = 5

/** Open work that an artist takes at once, unless the artist chooses another number. */
export const usualPlaces = 5
export const maxPlaces = 20

/** Requests of one customer that are not paid yet. */
export const maxUnpaidOfArtist = 3
export const maxUnpaid = 10

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
export const commissionRequestLimits = [{ max: 20, periodMs: dayMs }] as const
/** The limit of one customer: the artist and every admin are told of each, although the customer may end it at once. */
export const disputeLimits = [{ max: 20, periodMs: dayMs }] as const
/** The limit of one artist, sung guides included: each is prepared before the uploads of others, and the customer waits for it. */
export const deliveryLimits = [{ max: 60, periodMs: hourMs }] as const

/** The preview of a delivery (BUS-20). */
export const deliveryPreviewSeconds = 30

/** A preview must never be the whole. */
export const deliverySeconds = { shortest: 45, longest: 20 * 60 } as const

export const commissionsPerPage = 20
