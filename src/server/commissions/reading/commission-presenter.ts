// Maps a commission to the contract: what each viewer sees of it, and can do now.

import type {
  Commission,
  CommissionSummary,
  Dispute,
  TimelineStep,
} from '#contracts/commissions/commission.ts'
import { disputeDecideByOf } from '#rules/commissions/commission-deadlines.ts'
import { possibleSteps } from '#rules/commissions/commission-process.ts'
import {
  refundProgressOf,
  refundStateOf,
  settledRefundStates,
  type RefundState,
} from '#rules/commissions/refund-states.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { isPaid } from '#rules/payments/transfer-states.ts'
import { nextAttemptAt, problemOfTransfer } from '#server/payments/transfer-problems.ts'
import { stateOf } from '../commission-state.ts'
import { presentDeliveries } from '../delivery-presenter.ts'
import { presentNotes } from './note-presenter.ts'
import type {
  Deliveries,
  DisputeRow,
  ListedCommission,
  MoneyRows,
  ReadCommission,
  TimelineRow,
  Viewer,
} from '../commission-queries.ts'
import type { Unread } from '../unread-news.ts'
import type { NoteRow } from './note-queries.ts'
import type { CommissionDeps } from '../take-step.ts'

type Shown = {
  viewer: Viewer
  now: Date
  /** Only for a viewer who is a party. */
  unread?: Unread
}

export function presentSummary(
  { spans }: CommissionDeps,
  row: ListedCommission,
  { viewer, now, unread = { messages: 0, notes: 0 } }: Shown,
): CommissionSummary {
  const state = stateOf(row, { now, ...spans })
  const refundStates = refundsOf(row, viewer).map((refund) => refund.state)
  return {
    _id: row.id,
    id: row.id,
    status: row.status,
    statusReason: row.status_reason,
    name: row.name,
    offerTitle: row.offer_title,
    customer: { id: row.customer_id, name: row.customer_name },
    artist: { id: row.artist_id, name: row.artist_name },
    commissionPrice: row.artist_pence / 100,
    commissionPricePence: row.artist_pence,
    customerCommissionPrice: row.customer_pence / 100,
    customerCommissionPricePence: row.customer_pence,
    price: row.customer_pence / 100,
    pricePence: row.customer_pence,
    revisionCount: row.revision_count,
    maxRevisions: row.max_revisions,
    isFrozen: row.frozen_at !== null,
    isDisputed: row.open_dispute !== null,
    preparation: state.preparation && (state.preparation.isLate ? 'late' : 'usual'),
    disputeAnswerBy: answerDueAt(row, now),
    disputeDecideBy: iso(row.dispute_opened_at && disputeDecideByOf(row.dispute_opened_at)),
    hasPaymentFailed: row.has_payment_failed,
    // The artist's business, and the admins'.
    hasTransferFailed: viewer !== 'customer' && row.has_transfer_failed,
    hasRefundFailed: refundStates.includes('failed'),
    refund: refundProgressOf(refundStates),
    transferState: viewer === 'customer' ? null : row.transfer_state,
    unreadMessages: unread.messages,
    unreadNotes: unread.notes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: iso(row.completed_at),
    answerBy: iso(row.answer_by),
    payBy: iso(row.pay_by),
    dueAt: iso(row.due_at),
    overdueAt: iso(row.overdue_at),
    approveAt: iso(row.approve_at),
    endAt: iso(row.end_at),
    holdUntil: iso(row.hold_until),
    readAt: now.toISOString(),
    canDo: possibleSteps(state, { actor: viewer, now }),
  }
}

/** Its artist can answer later as well, but is not waited for. */
function answerDueAt({ dispute_answer_by: answerBy }: ListedCommission, now: Date): string | null {
  return answerBy !== null && now < answerBy ? answerBy.toISOString() : null
}

type Parts = {
  /** Null where the track that it is asked for is not listed any more. */
  trackId: string | null
  deliveries: Deliveries
  notes: NoteRow[]
  dispute: DisputeRow | undefined
  timeline: TimelineRow[]
  money: MoneyRows
  room: Commission['room']
  /** Up to when the viewer has seen notes. */
  notesReadAt: Date | null
}

export function presentCommission(
  deps: CommissionDeps,
  row: ReadCommission,
  { parts, ...shown }: Shown & { parts: Parts },
): Commission {
  const deliveries = presentDeliveries(row, parts.deliveries, shown.viewer)
  const previewUrl = deliveries.findLast(({ state }) => state === 'ready')?.previewUrl ?? null
  return {
    ...presentSummary(deps, row, shown),
    requirements: row.requirements,
    guideTrackUrl: row.guide_track_url,
    singerRequestedGuideTrack: row.wants_guide_track,
    trackId: parts.trackId,
    deliveryDays: row.delivery_days,
    offerId: row.offer_id,
    revisionFeedback: row.revision_feedback,
    artistMessage: row.artist_message,
    previewUrl,
    previewTrackUrl: previewUrl,
    freezeReason: row.freeze_reason,
    paidAt: iso(row.paid_at),
    deliveries,
    ...presentNotes(row, parts, shown.viewer),
    dispute: parts.dispute ? presentDispute(parts.dispute) : null,
    timeline: parts.timeline.map(presentStep),
    money: presentMoney(row, parts.money, shown.viewer),
    receiptNumber: shown.viewer === 'artist' ? null : numberOf(parts.money),
    isGivenBack: row.is_given_back,
    isLostAtBank: shown.viewer === 'admin' && row.is_lost_at_bank,
    isPartyBanned: shown.viewer === 'admin' && row.is_party_banned,
    room: parts.room,
    viewer: shown.viewer,
  }
}

function numberOf({ receipt }: MoneyRows): string | null {
  return receipt ? receiptNumber(receipt.serial) : null
}

export function presentDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    state: row.status,
    description: row.description,
    openedAt: row.opened_at.toISOString(),
    answerBy: row.answer_by.toISOString(),
    answer: row.answer,
    answeredAt: iso(row.answered_at),
    // A late answer is one as well.
    isUnanswered: row.unanswered_at !== null && row.answer === null,
    outcome: row.outcome,
    decision: row.decision,
    resolvedAt: iso(row.resolved_at),
  }
}

function presentStep(row: TimelineRow): TimelineStep {
  return {
    step: row.step,
    actor: row.actor,
    at: row.at.toISOString(),
    from: row.from_status,
    to: row.to_status,
    text: row.text,
  }
}

function presentMoney(
  row: ReadCommission,
  { transfer }: MoneyRows,
  viewer: Viewer,
): Commission['money'] {
  const isHeld = row.status === 'in_progress' || row.status === 'delivered'
  // The artist's business, and the admins'.
  const shown = viewer === 'customer' ? undefined : transfer
  const refunds = refundsOf(row, viewer)
  return {
    heldPence: isHeld ? row.customer_pence : 0,
    refundPence: refunds.reduce((sum, { pence }) => sum + pence, 0),
    isRefunded: refunds.length > 0 && refunds.every(({ state }) => settledRefundStates.has(state)),
    refunds,
    transferPence: transfer?.payable_pence ?? 0,
    isTransferred: transfer !== undefined && isPaid(transfer.state),
    isTransferSettled: transfer?.state === 'settled',
    transferProblem: shown ? problemOfTransfer(shown) : null,
    nextTransferAt: shown ? iso(nextAttemptAt(shown)) : null,
  }
}

function refundsOf({ refunds }: Pick<ListedCommission, 'refunds'>, viewer: Viewer) {
  return refunds.map(({ pence, ...refund }) => {
    const state = refundStateOf(refund)
    return { pence, state: viewer === 'artist' ? withoutProblem(state) : state }
  })
}

/** The artist is not told that something is wrong with the customer's card. */
function withoutProblem(state: RefundState): RefundState {
  return settledRefundStates.has(state) ? state : 'on_its_way'
}

function iso(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString()
}
