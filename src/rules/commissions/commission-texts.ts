// The sentences of a commission's page about its state: the meaning of each status, and where the money is.

import type { CommissionStatus } from './commission-process.ts'
import type { RefundState } from './refund-states.ts'
import type { CommissionReason } from './step-table.ts'
import type { CommissionSpans } from './commission-spans.ts'
import { payTimeText } from './span-texts.ts'
import { isWaiting, type TransferState } from '../payments/transfer-states.ts'
import { formatPence } from '../price.ts'

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

/** What a status means to the customer (CST-03 to CST-10); of a delivery, as long as changes can be asked for. */
const statusMeanings: Record<CommissionStatus, string> = {
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

type Meant = {
  status: CommissionStatus
  isFrozen: boolean
  isDisputed: boolean
  hasRevisionLeft: boolean
}

/** What its state means to the customer: of a delivery, what can be done about it now. */
export function meaningOfStatus({ status, ...state }: Meant): string {
  if (status === 'in_progress' && state.isFrozen) return 'The work stands still.'
  if (status !== 'delivered') return statusMeanings[status]
  if (state.isFrozen) return 'The preview is ready.'
  if (state.isDisputed) return 'The preview is ready. You can still approve it, or end the dispute.'
  if (state.hasRevisionLeft) return statusMeanings.delivered
  return 'The preview is ready. You can approve it or open a dispute.'
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

type Money = {
  status: CommissionStatus
  /** What the customer pays. */
  pricePence: number
  heldPence: number
  /** Our team decides about what is held: the commission is frozen or disputed. */
  isWithTeam: boolean
  refunds: readonly { pence: number; state: RefundState }[]
  transferPence: number
  isTransferred: boolean
  /** In another way than by the card provider. */
  isTransferSettled: boolean
  /** Of a transfer that is not sent. */
  transferState: TransferState | null
}

/** Where the money is, a sentence each. The word escrow is never used of held money. */
export function moneyLines(money: Money, viewer: CommissionViewer): string[] {
  const paid = paidLine(money, viewer)
  const transfer =
    money.transferPence > 0 && viewer !== 'customer'
      ? [`${formatPence(money.transferPence)} ${transferText(money, viewer)}`]
      : []
  return [
    ...(paid === null ? [] : [paid]),
    ...heldLines(money, viewer),
    ...transfer,
    ...refundLines(money, viewer),
  ]
}

export function heldLines(
  { heldPence, isWithTeam }: Pick<Money, 'heldPence' | 'isWithTeam'>,
  viewer: CommissionViewer,
) {
  const approver = viewer === 'customer' ? 'you approve' : 'the customer approves'
  const until = isWithTeam ? 'our team has decided' : approver
  return heldPence > 0 ? [`${formatPence(heldPence)} held until ${until}`] : []
}

/** One for each state. */
export function refundLines({ refunds }: Pick<Money, 'refunds'>, viewer: CommissionViewer) {
  const card = viewer === 'customer' ? 'your card' : 'the customer’s card'
  return [...Map.groupBy(refunds, (refund) => refund.state)].map(([state, ofState]) => {
    const pence = ofState.reduce((sum, refund) => sum + refund.pence, 0)
    return `${formatPence(pence)} ${refundTexts[state](card)}`
  })
}

/** What has been paid, where no other line says it. */
function paidLine({ status, pricePence, refunds }: Money, viewer: CommissionViewer): string | null {
  switch (status) {
    case 'pending_artist':
    case 'requested':
      return 'Nothing is paid yet'
    case 'accepted':
      return `${formatPence(pricePence)} on its way to us`
    case 'approved':
    case 'cron_pending':
    case 'completed':
      // To the others the artist's part is shown.
      return viewer === 'customer' ? `${formatPence(pricePence)} paid` : null
    case 'cancelled':
    case 'rejected_by_artist':
      return refunds.length === 0 ? 'Nothing was paid' : null
    case 'in_progress':
    case 'delivered':
      return null
  }
}

function transferText(
  { isTransferred, isTransferSettled, transferState: state }: Money,
  viewer: Exclude<CommissionViewer, 'customer'>,
): string {
  const isOwn = viewer === 'artist'
  const whom = isOwn ? 'you' : 'the artist'
  if (isTransferSettled) return `paid to ${whom} in another way`
  if (state === 'written_off') return `kept for ${whom}: it could not be sent`
  if (isTransferred) return `sent to ${isOwn ? 'your payment account' : 'the artist'}`
  if (state === 'on_its_way')
    return `on its way to ${whom}, and not confirmed by the card provider yet`
  return state !== null && isWaiting(state)
    ? `waits to be sent to ${whom}`
    : `to be sent to ${whom}`
}

const refundTexts: Record<RefundState, (card: string) => string> = {
  on_its_way: (card) => `on its way back to ${card}`,
  sent: (card) => `sent back to ${card}`,
  returned: (card) => `did not arrive on ${card}, and is sent again`,
  disputed: () => 'disputed at the bank, which decides who gets it',
  failed: (card) => `could not be sent back to ${card}: our team looks into it`,
  settled: () => 'paid back in another way',
}
