// What a commission's page says of its state: the meaning of each status, what is next, and where the money is.

import type { DeadlineName } from './commission-deadlines.ts'
import type { CommissionStatus } from './commission-process.ts'
import type { CommissionReason } from './commissions/step-table.ts'
import { commissionSpans } from './commission-spans.ts'
import { formatPence } from './price.ts'

export type CommissionViewer = 'customer' | 'artist' | 'admin'

export const commissionStatusNames: Record<CommissionStatus, string> = {
  pending_artist: 'Waiting for the artist',
  requested: 'Waiting for payment',
  accepted: 'Payment processing',
  in_progress: 'In progress',
  delivered: 'Delivered',
  approved: 'Approved',
  cron_pending: 'Approved',
  completed: 'Completed',
  cancelled: 'Cancelled',
  rejected_by_artist: 'Declined',
}

/** What a status means to the customer (CST-03 to CST-10). */
export const commissionStatusMeanings: Record<CommissionStatus, string> = {
  pending_artist: 'The artist will review your request.',
  requested: 'The artist has accepted. Pay to begin.',
  accepted: 'Your payment is being processed.',
  in_progress: 'The artist is working on your track.',
  delivered: 'The preview is ready. You can approve it or request changes.',
  approved: 'The artist’s payout is being processed. You can download your track.',
  cron_pending: 'The artist’s payout is being processed. You can download your track.',
  completed: 'The track is in My Tracks.',
  cancelled: 'This commission was cancelled.',
  rejected_by_artist: 'The artist has declined this request.',
}

const payDays = commissionSpans.payHours / 24

/** Why a commission was cancelled, as everybody reads it who sees it. */
export const commissionReasonTexts: Record<CommissionReason, string> = {
  withdrawn: 'Cancelled by the customer before the payment',
  artist_withdrew: 'Cancelled by the artist before the payment',
  artist_no_response: 'Expired: the artist did not answer in time',
  payment_expired: `Expired: not paid within ${payDays} days`,
  party_banned: 'Cancelled: an account was suspended',
  artist_gave_up: 'The artist could not finish it',
  delivery_overdue: 'Cancelled by the customer: the delivery was late',
  not_finished: 'Cancelled: not finished in time',
  held_too_long: 'Cancelled: the money could not be held any longer',
  decided: 'Cancelled by our team',
}

/** Reasons after which the customer can ask for the same again. */
export const repeatableReasons: readonly CommissionReason[] = [
  'artist_no_response',
  'payment_expired',
  'withdrawn',
  'artist_withdrew',
]

type Shown = {
  status: CommissionStatus
  customerName: string
  artistName: string
  isFrozen: boolean
  isDisputed: boolean
  isPreparing: boolean
  /** The customer can cancel a late delivery. */
  isOverdue: boolean
}

/** What is next: one sentence, who acts, and by when. */
export type NextStep = {
  text: string
  actor: 'customer' | 'artist' | 'admin' | 'nobody'
  deadline: DeadlineName | null
}

export function nextStepOf(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, status } = commission
  const acts = (
    actor: NextStep['actor'],
    deadline: DeadlineName | null,
    own: string,
    others: string,
  ): NextStep => ({ actor, deadline, text: actor === viewer ? own : others })

  if (commission.isFrozen) {
    return acts(
      'admin',
      null,
      'This commission is frozen: please decide.',
      'Our team looks at this commission. Nothing happens until it has decided.',
    )
  }
  if (commission.isDisputed) {
    return acts(
      'admin',
      null,
      'A dispute is open: please decide.',
      'Our team decides about the dispute. The money stays where it is until then.',
    )
  }
  switch (status) {
    case 'pending_artist':
      return acts(
        'artist',
        'answerBy',
        `Accept or decline the request of ${customer}.`,
        `${artist} reviews the request.`,
      )
    case 'requested':
      return acts(
        'customer',
        'payBy',
        'Confirm and pay, so that the work can begin.',
        `${customer} pays, then the work begins.`,
      )
    case 'accepted':
      return {
        actor: 'nobody',
        deadline: null,
        text: 'The payment is being processed. Nobody has to do anything.',
      }
    case 'in_progress':
      if (commission.isPreparing) {
        return {
          actor: 'nobody',
          deadline: null,
          text: 'A delivery has arrived, and its preview is being prepared.',
        }
      }
      if (commission.isOverdue) {
        return viewer === 'customer'
          ? {
              actor: 'customer',
              deadline: 'endAt',
              text: `The delivery is late. Wait for ${artist}, or cancel and get your money back.`,
            }
          : acts(
              'artist',
              'endAt',
              `The delivery is late: ${customer} can cancel at any time.`,
              `The delivery of ${artist} is late.`,
            )
      }
      return acts(
        'artist',
        'dueAt',
        'Record the track and deliver it here.',
        `${artist} records the track.`,
      )
    case 'delivered':
      return acts(
        'customer',
        'approveAt',
        'Listen to the preview, then approve it or request changes.',
        `${customer} listens to the preview. Without an answer it is approved by itself.`,
      )
    case 'approved':
    case 'cron_pending':
      return {
        actor: 'nobody',
        deadline: null,
        text:
          viewer === 'customer'
            ? 'The track is yours: it is in My Tracks.'
            : `The track is approved, and the money is on its way to ${viewer === 'artist' ? 'you' : artist}.`,
      }
    case 'completed':
      return {
        actor: 'nobody',
        deadline: null,
        text: viewer === 'customer' ? 'The track is yours: it is in My Tracks.' : 'All done.',
      }
    case 'cancelled':
    case 'rejected_by_artist':
      return { actor: 'nobody', deadline: null, text: 'Nothing more happens here.' }
  }
}

type Money = {
  heldPence: number
  refundPence: number
  isRefunded: boolean
  transferPence: number
  isTransferred: boolean
}

/** Where the money is, a sentence each; none before anything is paid. The word escrow is never used of held money. */
export function moneyLines(money: Money, viewer: CommissionViewer): string[] {
  const lines: string[] = []
  const amount = (pence: number) => formatPence(pence)
  if (money.heldPence > 0) {
    const until = viewer === 'customer' ? 'until you approve' : 'until the customer approves'
    lines.push(`${amount(money.heldPence)} held ${until}`)
  }
  if (money.transferPence > 0 && viewer !== 'customer') {
    const whom = viewer === 'artist' ? 'you' : 'the artist'
    lines.push(
      money.isTransferred
        ? `${amount(money.transferPence)} sent to ${whom === 'you' ? 'your payment account' : 'the artist'}`
        : `${amount(money.transferPence)} on its way to ${whom}`,
    )
  }
  if (money.refundPence > 0) {
    const card = viewer === 'customer' ? 'your card' : 'the customer’s card'
    lines.push(
      money.isRefunded
        ? `${amount(money.refundPence)} sent back to ${card}`
        : `${amount(money.refundPence)} on its way back to ${card}`,
    )
  }
  return lines
}
