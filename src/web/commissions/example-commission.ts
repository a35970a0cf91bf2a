// Commissions for tests of the user interface.

import type { Commission, Delivery, Dispute } from '#contracts/commissions/commission.ts'
import { possibleSteps } from '#rules/commission-process.ts'

const at = (day: number, hour = 10) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()

/** The server's time of the examples. */
const readAt = at(20)

export const deliveryId = '0198f000-0000-7000-8000-0000000000d1'

export function exampleDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: deliveryId,
    number: 1,
    state: 'ready',
    fileName: '',
    bytesReceived: 0,
    bytes: 0,
    durationSeconds: null,
    arrivedAt: at(19),
    previewUrl: '/preview.mp3',
    previewSeconds: 30,
    previewWaveform: 'az09',
    fileUrl: null,
    guideUrl: null,
    reason: null,
    ...changes,
  }
}

export function exampleDispute(changes: Partial<Dispute> = {}): Dispute {
  return {
    id: '0198f000-0000-7000-8000-0000000000e1',
    state: 'open',
    description: 'The bridge is missing.',
    openedAt: at(19),
    answerBy: at(21),
    answer: null,
    answeredAt: null,
    isUnanswered: false,
    outcome: null,
    decision: null,
    resolvedAt: null,
    ...changes,
  }
}

const asked: Commission = {
  _id: '0198f000-0000-7000-8000-0000000000c1',
  id: '0198f000-0000-7000-8000-0000000000c1',
  status: 'pending_artist',
  statusReason: null,
  name: 'Skylark in B flat',
  customer: { id: '0198f000-0000-7000-8000-0000000000f1', name: 'Mia' },
  artist: { id: '0198f000-0000-7000-8000-0000000000f2', name: 'Rosa' },
  commissionPrice: 40,
  commissionPricePence: 4000,
  customerCommissionPrice: 44.2,
  customerCommissionPricePence: 4420,
  price: 44.2,
  pricePence: 4420,
  revisionCount: 0,
  maxRevisions: 2,
  isFrozen: false,
  isDisputed: false,
  disputeAnswerBy: null,
  isPreparing: false,
  hasTransferFailed: false,
  hasRefundFailed: false,
  needsPaymentSetup: false,
  createdAt: at(18),
  updatedAt: at(19),
  completedAt: null,
  answerBy: at(25),
  payBy: at(22),
  dueAt: at(27),
  overdueAt: at(30),
  approveAt: at(29),
  endAt: new Date(Date.UTC(2027, 0, 17, 10)).toISOString(),
  readAt,
  canDo: [],
  requirements: 'Slowly, please.\nWith a long intro.',
  guideTrackUrl: null,
  singerRequestedGuideTrack: false,
  trackId: null,
  deliveryDays: 7,
  revisionFeedback: null,
  artistMessage: null,
  previewUrl: null,
  previewTrackUrl: null,
  freezeReason: null,
  paidAt: null,
  deliveries: [],
  dispute: null,
  timeline: [
    {
      step: 'request',
      actor: 'customer',
      at: at(18),
      from: null,
      to: 'pending_artist',
      text: null,
    },
  ],
  money: {
    heldPence: 0,
    refundPence: 0,
    isRefunded: false,
    refunds: [],
    transferPence: 0,
    isTransferred: false,
    transferProblem: null,
    nextTransferAt: null,
  },
  receiptNumber: null,
  viewer: 'customer',
}

/** Asked for, unless the test says otherwise; the steps are those of the rules. */
export function exampleCommission(changes: Partial<Commission> = {}): Commission {
  const commission = { ...asked, ...changes }
  return { ...commission, canDo: changes.canDo ?? stepsOf(commission) }
}

function stepsOf(commission: Commission): string[] {
  const moment = (iso: string | null) => (iso === null ? null : new Date(iso))
  const { status, isFrozen, isPreparing, revisionCount, maxRevisions } = commission
  const { deliveries, dispute } = commission
  const isOpen = dispute !== null && dispute.state !== 'resolved'
  return possibleSteps(
    {
      status,
      isFrozen,
      revisionCount,
      maxRevisions,
      hasDelivery: deliveries.some(({ state }) => state === 'ready'),
      preparation: isPreparing ? { isLate: false } : null,
      dispute: isOpen ? { isAnswered: dispute.answer !== null } : null,
      answerBy: moment(commission.answerBy),
      payBy: moment(commission.payBy),
      dueAt: moment(commission.dueAt),
      overdueAt: moment(commission.overdueAt),
      approveAt: moment(commission.approveAt),
      endAt: moment(commission.endAt),
      holdUntil: null,
    },
    { actor: commission.viewer, now: new Date(commission.readAt) },
  )
}
