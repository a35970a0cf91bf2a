/** The time of commissions and payments, passed in like the database: tests move it, and so does a trial. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
