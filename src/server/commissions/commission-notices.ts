// Tells the parties of a commission what a step means for them: one table says who is told what.

import { sharesOfApproval } from '#rules/payments/approval-shares.ts'
import { refusalMessage, type RefusalCode } from '#rules/errors/refusal.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import type { Party } from '#rules/commissions/parties.ts'
import type { Reminder } from '#rules/commissions/reminders.ts'
import type { CommissionNotice } from '#rules/notifications/commission-notices.ts'
import type { CommissionDetails } from '#rules/notifications/commission-notice-texts.ts'
import type { Actor } from '#rules/process.ts'
import type { Db } from '#server/db/client.ts'
import { notify, notifyAdmins, notifyCollected } from '#server/notifications/notify.ts'
import type { SentTransfer } from '#server/payments/payment-subjects.ts'
import { partyId, pricesOf, type CommissionRow } from './commission-state.ts'

/** A row of the timeline is one of these. */
export type NotedStep = CommissionStep | 'request' | 'freeze' | 'thaw'

/** Nobody is told of what they did themselves: an actor's own notice is left out here. */
const noticesOfSteps: Partial<Record<NotedStep, Partial<Record<Party, CommissionNotice>>>> = {
  request: { artist: 'commission_request' },
  accept: { customer: 'commission_accepted' },
  reject: { customer: 'commission_declined' },
  withdraw: { artist: 'commission_cancelled' },
  artistWithdraw: { customer: 'commission_cancelled' },
  lapse: { customer: 'commission_expired', artist: 'commission_expired' },
  expire: { customer: 'commission_expired', artist: 'commission_expired' },
  banParty: { customer: 'commission_cancelled', artist: 'commission_cancelled' },
  fail: { customer: 'commission_payment_due' },
  failLate: { customer: 'commission_expired', artist: 'commission_expired' },
  failBanned: { customer: 'commission_cancelled', artist: 'commission_cancelled' },
  pay: { customer: 'commission_paid', artist: 'commission_paid' },
  deliver: { customer: 'commission_delivered' },
  requestChanges: { artist: 'commission_changes' },
  approve: { artist: 'commission_approved' },
  approveSilently: { customer: 'commission_approved', artist: 'commission_approved' },
  dispute: { artist: 'commission_disputed' },
  answerDispute: { customer: 'commission_dispute_answered' },
  endDispute: { artist: 'commission_dispute_ended' },
  giveUp: { customer: 'commission_gave_up' },
  cancelOverdue: { artist: 'commission_cancelled' },
  endUnfinished: { customer: 'commission_cancelled', artist: 'commission_cancelled' },
  decideApproval: { customer: 'commission_decided', artist: 'commission_decided' },
  decideRevision: { customer: 'commission_decided', artist: 'commission_decided' },
  decideRefund: { customer: 'commission_decided', artist: 'commission_decided' },
  holdTooLong: { customer: 'commission_cancelled', artist: 'commission_cancelled' },
  postpone: { artist: 'commission_transfer_waiting' },
  freeze: { customer: 'commission_frozen', artist: 'commission_frozen' },
  thaw: { customer: 'commission_frozen', artist: 'commission_frozen' },
}

const alarmsOfSteps: Partial<Record<NotedStep, string>> = {
  dispute: 'A customer disputes a delivery.',
  answerDispute: 'An artist has answered a dispute.',
  holdTooLong: 'Money was held too long and goes back.',
}

/** The deadline that the notice names. */
const deadlineOfNotice: Partial<Record<CommissionNotice, keyof CommissionRow>> = {
  commission_request: 'answer_by',
  commission_accepted: 'pay_by',
  commission_payment_due: 'pay_by',
  commission_paid: 'due_at',
  commission_due: 'overdue_at',
  commission_delivered: 'approve_at',
  commission_changes: 'due_at',
  commission_approval_due: 'approve_at',
  // Of one more revision.
  commission_decided: 'due_at',
}

/** Notices that say what somebody wrote. */
const withWords = new Set<CommissionNotice>([
  'commission_declined',
  'commission_gave_up',
  'commission_decided',
  'commission_frozen',
])

/** The commission itself does not have these. */
export type StepDetails = Pick<CommissionDetails, 'until' | 'decision' | 'reason'>

type Told = {
  step: NotedStep
  stepId: string
  actor: Actor
  text: string | null
  details?: StepDetails | undefined
}

/** @param commission as it is after the step */
export async function tellOfStep(
  tx: Db,
  commission: CommissionRow,
  { step, stepId, actor, text, details = {} }: Told,
): Promise<void> {
  const key = `commission_step:${stepId}`
  for (const [as, kind] of noticesOf(step)) {
    await notify(tx, {
      ...detailsOf(commission, as, kind),
      ...details,
      ...(text !== null && withWords.has(kind) ? { reason: text } : {}),
      ...(actor === 'system' && kind === 'commission_approved' ? { isByItself: true } : {}),
      ...(step === 'thaw' ? { hasEnded: true } : {}),
      kind,
      to: partyId(commission, as),
      key,
    })
  }
  const alarm = alarmsOfSteps[step]
  if (alarm !== undefined) await tellAdmins(tx, commission, { key, reason: alarm })
}

function noticesOf(step: NotedStep): [Party, CommissionNotice][] {
  // Object.entries returns strings; these are the keys of the table above.
  return Object.entries(noticesOfSteps[step] ?? {}) as [Party, CommissionNotice][]
}

export function tellAdmins(
  tx: Db,
  { id: commissionId, name }: Pick<CommissionRow, 'id' | 'name'>,
  { key, reason }: { key: string; reason: string },
): Promise<void> {
  const event = { kind: 'commission_alarm', as: 'admin', titles: [name], commissionId } as const
  return notifyAdmins(tx, { ...event, reason: `${reason} It is “${name}”.`, key })
}

const noticesOfReminders = {
  payment: { customer: 'commission_payment_due' },
  due: { artist: 'commission_due' },
  overdue: { customer: 'commission_overdue', artist: 'commission_overdue' },
  approval: { customer: 'commission_approval_due' },
} as const satisfies Record<Reminder['name'], Partial<Record<Party, CommissionNotice>>>

/** Once for each moment, however often it is called. */
export async function tellOfReminder(
  tx: Db,
  commission: CommissionRow,
  { name, at }: Reminder,
): Promise<void> {
  const key = `commission:${commission.id}:${name}:${at.toISOString()}`
  const notices = Object.entries(noticesOfReminders[name]) as [Party, CommissionNotice][]
  for (const [as, kind] of notices)
    await notify(tx, {
      ...detailsOf(commission, as, kind),
      kind,
      to: partyId(commission, as),
      key,
    })
}

/** When the artist's account has the money. */
export function tellOfTransfer(
  tx: Db,
  { id: commissionId, name }: CommissionRow,
  { artistId, pence, transferId }: SentTransfer,
): Promise<void> {
  const event = { kind: 'transfer', pence, titles: [name], commissionId } as const
  return notify(tx, { ...event, to: artistId, key: `transfer:${transferId}` })
}

/** The artist may have left the page. */
export function tellOfRefusedDelivery(
  tx: Db,
  commission: CommissionRow,
  { id, code }: { id: string; code: RefusalCode },
): Promise<void> {
  const kind = 'commission_delivery_refused'
  return notify(tx, {
    ...detailsOf(commission, 'artist', kind),
    kind,
    reason: refusalMessage(code),
    to: commission.artist_id,
    key: `delivery_refused:${id}`,
  })
}

/** One notification counts all news of a room until its reader has seen it. */
export const newsKeyOf = ({ id }: Pick<CommissionRow, 'id'>) => `commission_news:${id}`

export function tellOfNews(tx: Db, commission: CommissionRow, as: Party): Promise<void> {
  const kind = 'commission_news'
  const { id: commissionId, name, customer_name: customer, artist_name: artist } = commission
  return notifyCollected(tx, {
    kind,
    titles: [name],
    commissionId,
    as,
    party: as === 'customer' ? artist : customer,
    to: partyId(commission, as),
    key: newsKeyOf(commission),
  })
}

/** When the customer's card has its money again. */
export function tellOfRefund(
  tx: Db,
  commission: CommissionRow,
  { pence, providerId }: { pence: number; providerId: string },
): Promise<void> {
  const kind = 'commission_refunded'
  return notify(tx, {
    ...detailsOf(commission, 'customer', kind),
    kind,
    pence,
    to: commission.customer_id,
    key: `refund:${providerId}`,
  })
}

function detailsOf(
  commission: CommissionRow,
  as: Party,
  kind: CommissionNotice,
): CommissionDetails {
  const { id: commissionId, name, status_reason: cause } = commission
  const deadline = deadlineOfNotice[kind]
  const until = deadline === undefined ? null : commission[deadline]
  const pence = penceOf(commission, as)
  return {
    titles: [name],
    commissionId,
    as,
    party: as === 'customer' ? commission.artist_name : commission.customer_name,
    ...(pence === null ? {} : { pence }),
    ...(until instanceof Date ? { until: until.toISOString() } : {}),
    ...(cause === null ? {} : { cause }),
    ...(kind === 'commission_delivered'
      ? { hasRevisionLeft: commission.revision_count < commission.max_revisions }
      : {}),
  }
}

/** The party pays, receives or gets back this much. Null if the commission ended unpaid: then nothing goes back. */
function penceOf(commission: CommissionRow, as: Party): number | null {
  const { approved_artist_pence: partPence } = commission
  if (commission.status === 'cancelled' && commission.paid_at === null) return null
  if (as === 'artist') return partPence ?? commission.artist_pence
  return partPence === null
    ? commission.customer_pence
    : sharesOfApproval(pricesOf(commission), partPence).refundPence
}
