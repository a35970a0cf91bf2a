// Maps a commission to the contract: what each viewer sees of it, and can do now.

import type {
  Commission,
  CommissionSummary,
  TimelineStep,
} from '#contracts/commissions/commission.ts'
import { possibleSteps } from '#rules/commission-process.ts'
import { stateOf } from './commission-state.ts'
import { presentDeliveries } from './delivery-presenter.ts'
import type {
  DeliveryRow,
  DisputeRow,
  MoneyRows,
  ReadCommission,
  TimelineRow,
  Viewer,
} from './commission-queries.ts'
import type { CommissionDeps } from './take-step.ts'

type Shown = { viewer: Viewer; now: Date }

export function presentSummary(
  { spans }: CommissionDeps,
  row: ReadCommission,
  { viewer, now }: Shown,
): CommissionSummary {
  return {
    _id: row.id,
    id: row.id,
    status: row.status,
    statusReason: row.status_reason,
    name: row.name,
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
    // The artist's business, and the admins'.
    hasTransferFailed: viewer !== 'customer' && row.has_transfer_failed,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: iso(row.completed_at),
    answerBy: iso(row.answer_by),
    payBy: iso(row.pay_by),
    dueAt: iso(row.due_at),
    overdueAt: iso(row.overdue_at),
    approveAt: iso(row.approve_at),
    endAt: iso(row.end_at),
    canDo: possibleSteps(stateOf(row, { now, ...spans }), { actor: viewer, now }),
  }
}

type Parts = {
  deliveries: DeliveryRow[]
  dispute: DisputeRow | undefined
  timeline: TimelineRow[]
  money: MoneyRows
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
    trackId: row.track_id,
    deliveryDays: row.delivery_days,
    revisionFeedback: row.revision_feedback,
    artistMessage: row.artist_message,
    previewUrl,
    previewTrackUrl: previewUrl,
    freezeReason: row.freeze_reason,
    paidAt: iso(row.paid_at),
    deliveries,
    dispute: parts.dispute ? presentDispute(parts.dispute) : null,
    timeline: parts.timeline.map(presentStep),
    money: presentMoney(row, parts, shown.viewer),
    receiptNumber: null,
    viewer: shown.viewer,
  }
}

function presentDispute(row: DisputeRow): Commission['dispute'] {
  return {
    id: row.id,
    state: row.status,
    description: row.description,
    openedAt: row.opened_at.toISOString(),
    answerBy: row.answer_by.toISOString(),
    answer: row.answer,
    answeredAt: iso(row.answered_at),
    isUnanswered: row.unanswered_at !== null,
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
  { money: { refunds, transfers }, timeline }: Parts,
  viewer: Viewer,
): Commission['money'] {
  const isHeld = row.status === 'in_progress' || row.status === 'delivered'
  const refundPence = refunds.reduce((sum, refund) => sum + refund.amount_pence, 0)
  const transferPence = transfers.reduce((sum, transfer) => sum + transfer.amount_pence, 0)
  const unsent = transfers.find(({ status }) => status !== 'sent')
  const problem = timeline.findLast(({ step }) => step === 'postpone')?.text ?? null
  return {
    heldPence: isHeld ? row.customer_pence : 0,
    refundPence,
    isRefunded: refunds.length > 0 && refunds.every(({ status }) => status === 'sent'),
    transferPence,
    isTransferred: transfers.length > 0 && unsent === undefined,
    transferProblem: viewer === 'artist' && row.status === 'cron_pending' ? problem : null,
    nextTransferAt: viewer === 'artist' ? iso(unsent?.due_at ?? null) : null,
  }
}

function iso(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString()
}
