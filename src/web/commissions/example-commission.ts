// Commissions for tests of the user interface.

import type { Commission, Delivery, Dispute } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { possibleSteps } from '#rules/commissions/commission-process.ts'
import { possibleNoteActions, refusalOfNote } from '#rules/commissions/note-process.ts'
import { newestReady } from './commission-facts.ts'

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
    fileWaveform: null,
    guideUrl: null,
    removedAt: null,
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

/** Of the customer, at second 12 of the delivery's preview. */
export function exampleNote(changes: Partial<Note> = {}): Note {
  return {
    id: '0198f000-0000-7000-8000-0000000000a1',
    author: 'customer',
    text: 'Softer, please.',
    deliveryId,
    places: [{ deliveryId, seconds: 12 }],
    recordingSeconds: null,
    createdAt: at(19),
    editedAt: null,
    doneAt: null,
    answer: null,
    answeredAt: null,
    isUnread: false,
    canDo: [],
    ...changes,
  }
}

/** Takes no messages any more. */
export const closedRoom: Commission['room'] = {
  isOpen: false,
  closesAt: at(19),
  readAs: 'party',
  readUntil: null,
}

const asked: Commission = {
  _id: '0198f000-0000-7000-8000-0000000000c1',
  id: '0198f000-0000-7000-8000-0000000000c1',
  status: 'pending_artist',
  statusReason: null,
  name: 'Skylark in B flat',
  offerTitle: null,
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
  disputeDecideBy: null,
  preparation: null,
  hasPaymentFailed: false,
  hasTransferFailed: false,
  hasRefundFailed: false,
  refund: 'none',
  transferState: null,
  unreadMessages: 0,
  unreadNotes: 0,
  createdAt: at(18),
  updatedAt: at(19),
  completedAt: null,
  answerBy: at(25),
  payBy: at(22),
  dueAt: at(27),
  overdueAt: at(30),
  approveAt: at(29),
  endAt: new Date(Date.UTC(2027, 0, 17, 10)).toISOString(),
  holdUntil: null,
  readAt,
  canDo: [],
  requirements: 'Slowly, please.\nWith a long intro.',
  guideTrackUrl: null,
  singerRequestedGuideTrack: false,
  trackId: null,
  deliveryDays: 7,
  offerId: null,
  revisionFeedback: null,
  artistMessage: null,
  previewUrl: null,
  previewTrackUrl: null,
  freezeReason: null,
  paidAt: null,
  deliveries: [],
  notes: [],
  canAddNote: false,
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
    isTransferSettled: false,
    transferProblem: null,
    nextTransferAt: null,
  },
  receiptNumber: null,
  isGivenBack: false,
  isLostAtBank: false,
  isPartyBanned: false,
  room: { isOpen: true, closesAt: null, readAs: 'party', readUntil: null },
  viewer: 'customer',
}

/** Asked for, unless the test says otherwise; the steps are those of the rules. */
export function exampleCommission(changes: Partial<Commission> = {}): Commission {
  const disputeDecideBy = changes.isDisputed ? at(21) : null
  const commission = { ...asked, disputeDecideBy, ...changes }
  return {
    ...commission,
    ...notesOf(commission),
    canDo: changes.canDo ?? stepsOf(commission),
  }
}

function notesOf({ viewer: actor, notes, ...commission }: Commission) {
  const attempt = { action: 'add', actor, note: null } as const
  const newestId = newestReady(commission)?.id
  return {
    notes: notes.map((note) => {
      const { author, doneAt, answer, deliveryId: notedId } = note
      const isOfNewest = notedId === newestId
      const state = { author, isDone: doneAt !== null, isAnswered: answer !== null, isOfNewest }
      return { ...note, canDo: possibleNoteActions(commission, { actor, note: state }) }
    }),
    canAddNote: newestId !== undefined && refusalOfNote(commission, attempt) === null,
  }
}

function stepsOf(commission: Commission): string[] {
  const moment = (iso: string | null) => (iso === null ? null : new Date(iso))
  const { status, isFrozen, isPartyBanned, preparation, revisionCount, maxRevisions } = commission
  const { deliveries, dispute } = commission
  const isOpen = dispute !== null && dispute.state !== 'resolved'
  return possibleSteps(
    {
      status,
      isFrozen,
      isPartyBanned,
      revisionCount,
      maxRevisions,
      hasDelivery: deliveries.some(({ state }) => state === 'ready'),
      preparation: preparation && { isLate: preparation === 'late' },
      dispute: isOpen ? { isAnswered: dispute.answer !== null } : null,
      answerBy: moment(commission.answerBy),
      payBy: moment(commission.payBy),
      dueAt: moment(commission.dueAt),
      overdueAt: moment(commission.overdueAt),
      approveAt: moment(commission.approveAt),
      endAt: moment(commission.endAt),
      holdUntil: moment(commission.holdUntil),
    },
    { actor: commission.viewer, now: new Date(commission.readAt) },
  )
}
