// A customer asks for the money of a bought track back: why, and the life of the request.

import { defineProcess, type StatusOf } from '../process.ts'

export const refundReasons = [
  'will_not_play',
  'not_as_described',
  'wrong_key',
  'bought_twice',
  'changed_mind',
] as const
export type RefundReason = (typeof refundReasons)[number]

export const refundReasonNames: Record<RefundReason, string> = {
  will_not_play: 'It will not play',
  not_as_described: 'It is not as described',
  wrong_key: 'It is in another key than written',
  bought_twice: 'I have bought it twice',
  changed_mind: 'I have changed my mind',
}

export const refundRequestProcess = defineProcess({
  statuses: ['open', 'accepted', 'declined'],
  start: 'open',
  steps: {
    // Everything that was left of the sale is given back.
    accept: { from: ['open'], to: 'accepted', by: ['admin'] },
    decline: { from: ['open'], to: 'declined', by: ['admin'] },
  },
})
export type RefundRequestStatus = StatusOf<typeof refundRequestProcess>

/** The steps of an admin. */
export const refundDecisions = ['accept', 'decline'] as const

export const refundRequestStatusNames: Record<RefundRequestStatus, string> = {
  open: 'We are looking into it',
  accepted: 'Accepted',
  declined: 'Declined',
}

/** Beside the track, in My Tracks. */
export const ownRequestTexts: Record<RefundRequestStatus, string> = {
  open: 'Refund requested',
  accepted: 'Refund accepted',
  declined: 'Refund declined',
}

/** The length of the customer's own words, in characters. */
export const maxRefundWords = 1000

/** From then on the customer reads that the card's bank may refuse a refund. */
const doubtfulAfterDays = 150

/** The card provider may refuse a refund of a payment that is older than this. */
const refundableDays = 180

const dayMs = 24 * 3_600_000

/** The pages about refunds promise an answer within so many days. */
const answerDays = 14

export function mustAnswerRequestBy(requestedAt: string): string {
  return new Date(Date.parse(requestedAt) + answerDays * dayMs).toISOString()
}

export function isRefundDoubtful(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() >= doubtfulAfterDays * dayMs
}

export function isRefundLate(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() >= refundableDays * dayMs
}

/** What is known of what the customer has heard. */
export type Heard = {
  downloads: number
  /** How often as much as the whole recording was sent to a player. */
  wholePlays: number
}

/** Of a recording: so much of it, sent to a player in any parts, counts as the whole. */
export const wholeShare = 0.95

/** Whoever has heard the whole recording cannot change their mind about it. */
export function mayAskFor(reason: RefundReason, { downloads, wholePlays }: Heard): boolean {
  return reason !== 'changed_mind' || (downloads === 0 && wholePlays === 0)
}
