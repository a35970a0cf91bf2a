// A commission on the wire, as it looks to its customer, its artist and admins.

import { z } from 'zod'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { commissionReasons } from '#rules/commissions/step-table.ts'
import { deliveryStates } from '#rules/commissions/delivery-process.ts'
import { refundProgresses, refundStates } from '#rules/commissions/refund-states.ts'
import { disputeOutcomes, disputeProcess } from '#rules/commissions/dispute-process.ts'
import { transferStates } from '#rules/payments/transfer-states.ts'
import { noteSchema } from './note.ts'

const moment = z.iso.datetime()
const momentOrNull = moment.nullable()

/** Names are those of the moment of the request. */
const partySchema = z.object({ id: z.string(), name: z.string() })

const waveform = z.string()

export const deliverySchema = z.object({
  id: z.uuid(),
  /** 1 is the first. */
  number: z.int().positive(),
  /** `preparing` until its preview exists; a refused one has a reason and changes nothing. */
  state: z.enum(deliveryStates),
  /** The file's name and lengths are known to the artist, and to those who may play it now; '' and 0 for others. */
  fileName: z.string(),
  bytesReceived: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  durationSeconds: z.number().nullable(),
  arrivedAt: momentOrNull,
  previewUrl: z.string().nullable(),
  previewSeconds: z.number().nullable(),
  /** Over the preview: one character for each bar, as of every recording. */
  previewWaveform: waveform.nullable(),
  /** The full recording, for those who may play it now. */
  fileUrl: z.string().nullable(),
  /** Over the full recording, with it. */
  fileWaveform: waveform.nullable(),
  /** The sung guide, for those who may play it now. */
  guideUrl: z.string().nullable(),
  /** When a delivery that was ready was removed: since then nobody can play it any more. */
  removedAt: momentOrNull,
  reason: z.string().nullable(),
})
export type Delivery = z.infer<typeof deliverySchema>

export const disputeSchema = z.object({
  id: z.uuid(),
  state: z.enum(disputeProcess.statuses),
  description: z.string(),
  openedAt: moment,
  /** The artist is asked to answer until then; afterwards the dispute counts as unanswered. */
  answerBy: moment,
  answer: z.string().nullable(),
  answeredAt: momentOrNull,
  isUnanswered: z.boolean(),
  outcome: z.enum(disputeOutcomes).nullable(),
  /** What both parties are told. */
  decision: z.string().nullable(),
  resolvedAt: momentOrNull,
})
export type Dispute = z.infer<typeof disputeSchema>

const timelineStepSchema = z.object({
  step: z.string(),
  actor: z.enum(['customer', 'artist', 'admin', 'provider', 'system']),
  at: moment,
  from: z.enum(commissionProcess.statuses).nullable(),
  to: z.enum(commissionProcess.statuses),
  /** A reason, a message or feedback, as it was written. */
  text: z.string().nullable(),
})
export type TimelineStep = z.infer<typeof timelineStepSchema>

/** Where the money is. All in pence; what is owed back or sent back is of the customer's card. */
const moneySchema = z.object({
  heldPence: z.int().nonnegative(),
  refundPence: z.int().nonnegative(),
  /** All of it has arrived on the card, or was paid back in another way. */
  isRefunded: z.boolean(),
  /** Each refund: `returned` did not arrive and is sent again, `failed` needs a person; both read `on_its_way` to the artist. */
  refunds: z.array(z.object({ pence: z.int().positive(), state: z.enum(refundStates) })),
  transferPence: z.int().nonnegative(),
  isTransferred: z.boolean(),
  /** The artist was paid in another way than by the card provider. */
  isTransferSettled: z.boolean(),
  /** Why the transfer waits, as a sentence for the artist; null for the customer. */
  transferProblem: z.string().nullable(),
  nextTransferAt: momentOrNull,
})

const prices = {
  /** What the artist receives, in pounds. */
  commissionPrice: z.number(),
  commissionPricePence: z.int(),
  /** What the customer pays, in pounds; `price` is the same. */
  customerCommissionPrice: z.number(),
  customerCommissionPricePence: z.int(),
  price: z.number(),
  pricePence: z.int(),
}

/** Whether its room takes messages, and whether the caller may read them. */
const roomSchema = z.object({
  /** Whether its parties can write now. */
  isOpen: z.boolean(),
  /** Until then they can; null before the commission has ended. */
  closesAt: momentOrNull,
  /** Why the caller may read what was written, as messages and as notes; null for an admin who has to state a reason first. */
  readAs: z.enum(['party', 'judge', 'reason']).nullable(),
  /** Until when a reason lasts that an admin has stated. */
  readUntil: momentOrNull,
})

/** A row of a list. */
export const commissionSummarySchema = z.object({
  /** As in the specification; the same as `id`. */
  _id: z.uuid(),
  id: z.uuid(),
  status: z.enum(commissionProcess.statuses),
  /** Why it has ended; null unless it is cancelled. */
  statusReason: z.enum(commissionReasons).nullable(),
  name: z.string(),
  /** The name of the offer that it was asked for by; null at the plain price. */
  offerTitle: z.string().nullable(),
  customer: partySchema,
  artist: partySchema,
  ...prices,
  revisionCount: z.int().nonnegative(),
  maxRevisions: z.int().positive(),
  isFrozen: z.boolean(),
  isDisputed: z.boolean(),
  /** The artist is asked to answer the open dispute until then; null once that has happened, or the time is over. */
  disputeAnswerBy: momentOrNull,
  /** Our team decides about the open dispute until then, as it was promised; null without one. */
  disputeDecideBy: momentOrNull,
  /**
   * A delivery has arrived, and its preview does not exist yet: nobody can end the work meanwhile, or (`late`) that takes so
   * long that it can be ended. Null without one.
   */
  preparation: z.enum(['usual', 'late']).nullable(),
  /** The last payment was not received, and another one is waited for. */
  hasPaymentFailed: z.boolean(),
  /** A transfer of it was refused too often. */
  hasTransferFailed: z.boolean(),
  /** A refund of it could not be made: a person decides. False for the artist. */
  hasRefundFailed: z.boolean(),
  /** What goes back to the customer: on its way, or to be settled by a person, which is `returning` to the artist. */
  refund: z.enum(refundProgresses),
  /** The transfer of a commission that is approved and not completed; null without a transfer, and for the customer. */
  transferState: z.enum(transferStates).nullable(),
  /** Messages of the other party that the caller has not seen; 0 for admins. Counted up to 99. */
  unreadMessages: z.int().nonnegative(),
  /** Notes of the other party, and own ones with an answer, that the caller has not seen; 0 for admins. */
  unreadNotes: z.int().nonnegative(),
  createdAt: moment,
  updatedAt: moment,
  completedAt: momentOrNull,
  answerBy: momentOrNull,
  payBy: momentOrNull,
  dueAt: momentOrNull,
  overdueAt: momentOrNull,
  approveAt: momentOrNull,
  endAt: momentOrNull,
  /** The money goes back then, whatever is disputed or frozen. */
  holdUntil: momentOrNull,
  /** The server's time: a page counts down from it, because the clock of a device may be wrong. */
  readAt: moment,
  /** What the caller can do now: steps of `rules/commissions/commission-process.ts`. */
  canDo: z.array(z.string()),
})
export type CommissionSummary = z.infer<typeof commissionSummarySchema>

export const commissionSchema = commissionSummarySchema.extend({
  /** All that was paid went back, perhaps after the approval: the recording is not the customer's. */
  isGivenBack: z.boolean(),
  /** The customer's bank has given the whole payment back. False for all but admins, who may still have to decide. */
  isLostAtBank: z.boolean(),
  /** A party is suspended. False for all but admins. */
  isPartyBanned: z.boolean(),
  requirements: z.string(),
  guideTrackUrl: z.string().nullable(),
  singerRequestedGuideTrack: z.boolean(),
  /** The track that it is a new recording of, if any. */
  trackId: z.uuid().nullable(),
  deliveryDays: z.int().positive(),
  /** It is null at the plain price, and when the artist has removed the offer. */
  offerId: z.uuid().nullable(),
  /** The customer's newest request for changes. */
  revisionFeedback: z.string().nullable(),
  /** The artist's words with the answer. */
  artistMessage: z.string().nullable(),
  /** The newest delivery that is ready has them; both names are the specification's. */
  previewUrl: z.string().nullable(),
  previewTrackUrl: z.string().nullable(),
  /** What both parties are told of the freeze. */
  freezeReason: z.string().nullable(),
  paidAt: momentOrNull,
  deliveries: z.array(deliverySchema),
  /** In the order of the recording, for those who may read the messages. */
  notes: z.array(noteSchema),
  /** Whether the caller can write one now, of the newest delivery. */
  canAddNote: z.boolean(),
  /** The newest one. */
  dispute: disputeSchema.nullable(),
  timeline: z.array(timelineStepSchema),
  money: moneySchema,
  /** The number of the payment's receipt, for its customer. */
  receiptNumber: z.string().nullable(),
  room: roomSchema,
  /** What the caller is to the commission. */
  viewer: z.enum(['customer', 'artist', 'admin']),
})
export type Commission = z.infer<typeof commissionSchema>
