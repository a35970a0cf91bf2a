// What is allowed to whom of a commission, written a second time, in the words of the specification.

import type { DeadlineName } from '#rules/commissions/commission-deadlines.ts'
import type {
  CommissionState,
  CommissionStatus,
  CommissionStep,
} from '#rules/commissions/commission-process.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Actor } from '#rules/process.ts'

type Fact = (state: CommissionState) => boolean
type Allowed = {
  step: CommissionStep
  from: CommissionStatus
  to: CommissionStatus
  by: Actor
  /** Too late from this moment on. */
  before?: DeadlineName
  /** Too early until this moment. */
  notBefore?: DeadlineName
  early?: RefusalCode
  alsoFrozen?: true
  if?: readonly (readonly [Fact, RefusalCode])[]
}

const revisionsLeft = [
  (state: CommissionState) => state.revisionCount < 2,
  'revisions_used_up',
] as const
const noneLeft = [(state: CommissionState) => state.revisionCount === 2, 'revisions_left'] as const
const undisputed = [(state: CommissionState) => state.dispute === null, 'dispute_open'] as const
const disputed = [(state: CommissionState) => state.dispute !== null, 'no_dispute'] as const
const unanswered = [
  (state: CommissionState) => state.dispute?.isAnswered === false,
  'dispute_answered',
] as const
const forAdmin = [
  (state: CommissionState) => state.dispute !== null || state.isFrozen,
  'nothing_to_decide',
] as const
const nobodyBanned = [(state: CommissionState) => !state.isPartyBanned, 'frozen_by_ban'] as const
const withDelivery = [(state: CommissionState) => state.hasDelivery, 'nothing_delivered'] as const
const idle = [
  (state: CommissionState) => state.preparation === null,
  'delivery_in_preparation',
] as const
const idleOrLate = [
  (state: CommissionState) => state.preparation === null || state.preparation.isLate,
  'delivery_in_preparation',
] as const

const ofAdmin = { by: 'admin', alsoFrozen: true } as const
const ofProvider = { by: 'provider', alsoFrozen: true } as const
const heldTooLong = {
  step: 'holdTooLong',
  to: 'cancelled',
  by: 'system',
  notBefore: 'holdUntil',
  alsoFrozen: true,
} as const

/** Nobody takes another step, from another status, or at another time. */
export const allowedSteps: readonly Allowed[] = [
  { step: 'accept', from: 'pending_artist', to: 'requested', by: 'artist', before: 'answerBy' },
  {
    step: 'reject',
    from: 'pending_artist',
    to: 'rejected_by_artist',
    by: 'artist',
    before: 'answerBy',
  },
  { step: 'withdraw', from: 'pending_artist', to: 'cancelled', by: 'customer', before: 'answerBy' },
  { step: 'withdraw', from: 'requested', to: 'cancelled', by: 'customer', before: 'payBy' },
  { step: 'artistWithdraw', from: 'requested', to: 'cancelled', by: 'artist', before: 'payBy' },
  { step: 'lapse', from: 'pending_artist', to: 'cancelled', by: 'system', notBefore: 'answerBy' },
  { step: 'expire', from: 'requested', to: 'cancelled', by: 'system', notBefore: 'payBy' },
  { step: 'banParty', from: 'pending_artist', to: 'cancelled', by: 'system' },
  { step: 'banParty', from: 'requested', to: 'cancelled', by: 'system' },
  { step: 'checkOut', from: 'requested', to: 'requested', by: 'customer', before: 'payBy' },
  { step: 'confirm', from: 'requested', to: 'accepted', ...ofProvider },
  { step: 'fail', from: 'accepted', to: 'requested', ...ofProvider, before: 'payBy' },
  { step: 'failLate', from: 'accepted', to: 'cancelled', ...ofProvider, notBefore: 'payBy' },
  { step: 'failBanned', from: 'accepted', to: 'cancelled', ...ofProvider },
  { step: 'pay', from: 'requested', to: 'in_progress', ...ofProvider },
  { step: 'pay', from: 'accepted', to: 'in_progress', ...ofProvider },
  {
    step: 'upload',
    from: 'in_progress',
    to: 'in_progress',
    by: 'artist',
    before: 'endAt',
    if: [idle],
  },
  { step: 'deliver', from: 'in_progress', to: 'delivered', by: 'artist', before: 'endAt' },
  {
    step: 'requestChanges',
    from: 'delivered',
    to: 'in_progress',
    by: 'customer',
    before: 'approveAt',
    if: [revisionsLeft, undisputed],
  },
  { step: 'approve', from: 'delivered', to: 'approved', by: 'customer' },
  {
    step: 'approveSilently',
    from: 'delivered',
    to: 'approved',
    by: 'system',
    notBefore: 'approveAt',
    if: [undisputed],
  },
  {
    step: 'dispute',
    from: 'delivered',
    to: 'delivered',
    by: 'customer',
    before: 'approveAt',
    if: [noneLeft, undisputed],
  },
  {
    step: 'answerDispute',
    from: 'delivered',
    to: 'delivered',
    by: 'artist',
    if: [disputed, unanswered],
  },
  { step: 'endDispute', from: 'delivered', to: 'delivered', by: 'customer', if: [disputed] },
  {
    step: 'giveUp',
    from: 'in_progress',
    to: 'cancelled',
    by: 'artist',
    before: 'endAt',
    if: [idleOrLate],
  },
  {
    step: 'cancelOverdue',
    from: 'in_progress',
    to: 'cancelled',
    by: 'customer',
    before: 'endAt',
    notBefore: 'overdueAt',
    early: 'commission_not_overdue',
    if: [idleOrLate],
  },
  {
    step: 'endUnfinished',
    from: 'in_progress',
    to: 'cancelled',
    by: 'system',
    notBefore: 'endAt',
    if: [idleOrLate],
  },
  {
    step: 'decideApproval',
    from: 'in_progress',
    to: 'approved',
    ...ofAdmin,
    if: [forAdmin, withDelivery],
  },
  {
    step: 'decideApproval',
    from: 'delivered',
    to: 'approved',
    ...ofAdmin,
    if: [forAdmin, withDelivery],
  },
  {
    step: 'decideRevision',
    from: 'delivered',
    to: 'in_progress',
    ...ofAdmin,
    if: [forAdmin, nobodyBanned],
  },
  { step: 'decideRefund', from: 'in_progress', to: 'cancelled', ...ofAdmin, if: [forAdmin] },
  { step: 'decideRefund', from: 'delivered', to: 'cancelled', ...ofAdmin, if: [forAdmin] },
  { ...heldTooLong, from: 'in_progress' },
  { ...heldTooLong, from: 'delivered' },
  { step: 'postpone', from: 'approved', to: 'cron_pending', by: 'system' },
  { step: 'complete', from: 'approved', to: 'completed', by: 'system' },
  { step: 'complete', from: 'cron_pending', to: 'completed', by: 'system' },
]

type Asked = { step: CommissionStep; actor: Actor; now: Date }

/** The reason why it must be refused; null if it is allowed. */
export function expectedRefusal(
  state: CommissionState,
  { step, actor, now }: Asked,
): RefusalCode | null {
  const rows = allowedSteps.filter((row) => row.step === step)
  if (!rows.some(({ by }) => by === actor)) return 'not_allowed'
  const row = rows.find(({ from }) => from === state.status)
  if (!row) return 'commission_moved'
  if (state.isFrozen && !row.alsoFrozen) return 'commission_frozen'
  const hasCome = (name: DeadlineName) => now >= (state[name] ?? now)
  if (row.before && hasCome(row.before)) return 'commission_too_late'
  if (row.notBefore && !hasCome(row.notBefore)) return row.early ?? 'commission_too_early'
  return row.if?.find(([holds]) => !holds(state))?.[1] ?? null
}
