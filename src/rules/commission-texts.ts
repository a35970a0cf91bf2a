// What a commission's page says of its state: the meaning of each status, what is next, and where the money is.

import type { DeadlineName } from './commission-deadlines.ts'
import type { CommissionStatus } from './commission-process.ts'
import type { CommissionReason } from './commissions/step-table.ts'
import type { CommissionSpans } from './commission-spans.ts'
import { payTimeText } from './commissions/span-texts.ts'
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

/** Why a commission was cancelled, as everybody reads it who sees it. */
export function commissionReasonText(reason: CommissionReason, spans: CommissionSpans): string {
  if (reason === 'payment_expired') return `Expired: not paid within ${payTimeText(spans)}`
  return reasonTexts[reason]
}

const reasonTexts: Record<Exclude<CommissionReason, 'payment_expired'>, string> = {
  withdrawn: 'Cancelled by the customer before the payment',
  artist_withdrew: 'Cancelled by the artist before the payment',
  artist_no_response: 'Expired: the artist did not answer in time',
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
  if (commission.isFrozen || commission.isDisputed) return nextOfTeam(commission, viewer)
  switch (status) {
    case 'pending_artist':
      return acts(viewer, 'artist', 'answerBy', {
        own: `Accept or decline the request of ${customer}.`,
        others: `${artist} reviews the request.`,
      })
    case 'requested':
      return acts(viewer, 'customer', 'payBy', {
        own: 'Confirm and pay, so that the work can begin.',
        others: `${customer} pays, then the work begins.`,
      })
    case 'accepted':
      return nobodyActs('The payment is being processed. Nobody has to do anything.')
    case 'in_progress':
      return nextOfWork(commission, viewer)
    case 'delivered':
      return acts(viewer, 'customer', 'approveAt', {
        own: 'Listen to the preview, then approve it or request changes.',
        others: `${customer} listens to the preview. Without an answer it is approved by itself.`,
      })
    case 'approved':
    case 'cron_pending':
    case 'completed':
      return nobodyActs(settledText(commission, viewer))
    case 'cancelled':
    case 'rejected_by_artist':
      return nobodyActs('Nothing more happens here.')
  }
}

type Words = { own: string; others: string }

function acts(
  viewer: CommissionViewer,
  actor: CommissionViewer,
  deadline: DeadlineName | null,
  { own, others }: Words,
): NextStep {
  return { actor, deadline, text: actor === viewer ? own : others }
}

function nobodyActs(text: string): NextStep {
  return { actor: 'nobody', deadline: null, text }
}

function nextOfTeam({ isFrozen }: Shown, viewer: CommissionViewer): NextStep {
  return acts(
    viewer,
    'admin',
    null,
    isFrozen
      ? {
          own: 'This commission is frozen: please decide.',
          others: 'Our team looks at this commission. Nothing happens until it has decided.',
        }
      : {
          own: 'A dispute is open: please decide.',
          others: 'Our team decides about the dispute. The money stays where it is until then.',
        },
  )
}

function nextOfWork(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, isPreparing, isOverdue } = commission
  if (isPreparing) return nobodyActs('A delivery has arrived, and its preview is being prepared.')
  if (!isOverdue) {
    return acts(viewer, 'artist', 'dueAt', {
      own: 'Record the track and deliver it here.',
      others: `${artist} records the track.`,
    })
  }
  if (viewer === 'customer') {
    const text = `The delivery is late. Wait for ${artist}, or cancel and get your money back.`
    return { actor: viewer, deadline: 'endAt', text }
  }
  return acts(viewer, 'artist', 'endAt', {
    own: `The delivery is late: ${customer} can cancel at any time.`,
    others: `The delivery of ${artist} is late.`,
  })
}

function settledText({ artistName, status }: Shown, viewer: CommissionViewer): string {
  if (viewer === 'customer') return 'The track is yours: it is in My Tracks.'
  if (status === 'completed') return 'All done.'
  return `The track is approved, and the money is on its way to ${viewer === 'artist' ? 'you' : artistName}.`
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
