import { maxUnpaid, maxUnpaidOfArtist } from '../commissions/commission-limits.ts'
import { audioLimits } from '../uploads/upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const feedbackBlank = 'Please provide specific feedback about what changes you want.'
export const answerBlank = 'Please say how you see it.'
export const partBlank = 'Please enter the artist’s part in pounds, like 15.00.'
export const disputeBlank = 'Please provide details about your dispute.'

export const commissionErrors = {
  own_commission: { status: 403, message: 'You cannot order a custom track from yourself.' },
  artist_suspended: { status: 409, message: 'This artist does not take commissions any more.' },
  not_taking_commissions: {
    status: 409,
    message: 'This artist does not take commissions at the moment.',
  },
  // Also to an artist who accepts a request beyond the own places.
  fully_booked: {
    status: 409,
    message: 'Fully booked: all places for commissions are taken until one is finished.',
  },
  offer_not_available: {
    status: 409,
    message: 'The artist does not offer this any more. Please choose again.',
  },
  commission_price_changed: {
    status: 409,
    message: 'The price has changed. Please look at it, and send the request again.',
  },
  too_many_unpaid_of_artist: {
    status: 409,
    message: `You have ${maxUnpaidOfArtist} requests with this artist that are not paid yet. Pay or cancel one of them first.`,
  },
  too_many_unpaid: {
    status: 409,
    message: `You have ${maxUnpaid} requests that are not paid yet. Pay or cancel one of them first.`,
  },
  too_many_requests_for_commissions: {
    status: 429,
    message: 'These are many requests for one day. Please send the next one tomorrow.',
  },
  too_many_disputes: {
    status: 429,
    message: 'These are many disputes for one day. Please write to us by the contact form.',
  },
  too_many_deliveries: {
    status: 429,
    message: 'These are many recordings for one hour. Please send the next one later.',
  },
  commission_moved: {
    status: 409,
    message: 'This commission has moved on in the meantime. Please look at it again.',
  },
  commission_frozen: {
    status: 409,
    message: 'This commission is frozen while our team looks at it. You will be told what follows.',
  },
  commission_too_late: {
    status: 409,
    message: 'The time for this has passed. Please look at the commission again.',
  },
  commission_too_early: { status: 409, message: 'It is too early for this.' },
  commission_not_overdue: {
    status: 409,
    message: 'The delivery is not late enough to cancel the commission.',
  },
  revisions_used_up: {
    status: 409,
    message: 'Maximum number of revisions ({revisions}) has been reached.',
  },
  revisions_left: {
    status: 409,
    message: 'You can still request changes. A dispute is for after the last revision.',
  },
  dispute_open: { status: 409, message: 'A dispute about this commission is open.' },
  no_dispute: { status: 409, message: 'There is no open dispute about this commission.' },
  dispute_answered: { status: 409, message: 'You have already answered this dispute.' },
  dispute_decided: {
    status: 409,
    message: 'This dispute has ended in the meantime. Please look at the commission again.',
  },
  nothing_to_decide: {
    status: 409,
    message: 'There is nothing to decide: no dispute is open, and the commission is not frozen.',
  },
  nothing_delivered: { status: 409, message: 'Nothing has been delivered yet.' },
  not_freezable: {
    status: 409,
    message: 'Only a commission that is paid and not approved can be frozen.',
  },
  own_case: {
    status: 403,
    message: 'You are a party of this commission yourself: another admin has to judge it.',
  },
  not_frozen: { status: 409, message: 'This commission is not frozen.' },
  frozen_by_ban: {
    status: 409,
    message:
      'A party of this commission is suspended: it goes on when that is lifted. Until then you can decide for one side, or for a part.',
  },
  part_out_of_range: {
    status: 400,
    message: 'The artist’s part must be at least a penny, and less than the artist’s price.',
  },
  delivery_replaced: {
    status: 409,
    message: 'A newer delivery has arrived in the meantime. Please listen to it first.',
  },
  delivery_in_preparation: {
    status: 409,
    message: 'A delivery has just arrived and is being prepared. Please wait a moment.',
  },
  delivery_not_audio: { status: 415, message: 'Please select an audio file' },
  delivery_length: {
    status: 422,
    message: 'A delivery lasts from 45 seconds to 20 minutes.',
  },
  guide_length: {
    status: 422,
    message: `The sung guide must last from ${audioLimits.minSeconds} seconds to ${audioLimits.maxMinutes} minutes. The track itself is good: send it with another guide, or without one.`,
  },
  guide_unplayable: {
    status: 422,
    message:
      'The sung guide is silent, damaged or of a kind that we cannot play. The track itself is good: send it with another guide, or without one.',
  },
  commission_paid: {
    status: 409,
    message: 'The payment is being processed, so this cannot be cancelled any more.',
  },
} as const satisfies RefusalTable
