// A refund that the provider refuses: its charge there says why. It was refunded there already, or the customer disputes it
// at the bank, or a person has to look; otherwise it is tried again.

import type { Selectable } from 'kysely'
import { refundProcess } from '#rules/payments/payment-process.ts'
import { outcomeOfRefused, type RefusedOutcome } from '#rules/payments/refused-refund.ts'
import { formatPence } from '#rules/price.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import {
  PaymentRefused,
  PaymentUnknown,
  type ChargeHistory,
  type ListedRefund,
} from '#server/gateways/payments/payments.ts'
import { reportWithoutRow } from './found-problems.ts'
import { raiseAlarm } from './payment-alarms.ts'
import { lockPayment } from './payment-subjects.ts'
import { queueRefund, recordMade, recordSettledRefund, type RefundDeps } from './refund-records.ts'
import { isRowId } from './row-ids.ts'
import { isSettledBy } from './unsettled-refunds.ts'

type Refused = Pick<Selectable<Tables['refunds']>, 'id' | 'payment_id' | 'amount_pence'> & {
  key_number: number
}

/** Returns whether it is explained; then it is not tried again as it is. */
export async function resolveRefused(
  deps: RefundDeps,
  refund: Refused,
  chargeId: string,
): Promise<boolean> {
  const { payments, failpoints, log } = deps
  try {
    const charge = await reaching(failpoints, 'refund.charge', () => payments.readCharge(chargeId))
    return await inTransaction(deps, 'refund.resolve', (tx) => resolve(tx, deps, refund, charge))
  } catch (error) {
    if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error
    log.warn({ err: error, refund: refund.id }, 'the charge of a refused refund was not read')
    return false
  }
}

/** One that waits for the bank's decision: the provider is asked whether there is one. */
export async function checkDisputed(deps: RefundDeps, refundId: string): Promise<void> {
  const { db, payments, clock, failpoints } = deps
  const refund = await db
    .updateTable('refunds')
    .from('payments')
    .set({ checked_at: clock.now() })
    .where('refunds.id', '=', refundId)
    .where('refunds.status', 'in', refundProcess.steps.goOn.from)
    .whereRef('payments.id', '=', 'refunds.payment_id')
    .returning(['refunds.id', 'payment_id', 'refunds.amount_pence', 'key_number', 'charge_id'])
    .executeTakeFirst()
  if (!refund || refund.charge_id === null) return
  const { charge_id: chargeId } = refund
  const charge = await reaching(failpoints, 'refund.charge', () => payments.readCharge(chargeId))
  await inTransaction(deps, 'refund.resolve', async (tx) => {
    if (await resolve(tx, deps, refund, charge)) return
    const changes = { due_at: clock.now(), last_problem: null }
    const isOwed = await move(tx, 'refunds', refundProcess, { id: refundId, step: 'goOn', changes })
    if (isOwed) await queueRefund(tx, refundId)
  })
}

async function resolve(
  tx: Db,
  deps: RefundDeps,
  refund: Refused,
  charge: ChargeHistory,
): Promise<boolean> {
  const { id, payment_id: paymentId, amount_pence: pence } = refund
  // Two refunds of one payment are resolved one after the other: each finds what the other has adopted.
  const payment = await lockPayment(tx, deps.subjects, paymentId)
  const unknown = await refundsWithoutRow(tx, charge.refunds)
  const outcome = outcomeOfRefused({
    pence,
    paidPence: payment.amount_pence,
    own: charge.refunds.find(({ refundId }) => refundId === id) ?? null,
    unknown,
    unrefundedPence: charge.unrefundedPence,
    dispute: charge.dispute && {
      ...charge.dispute,
      settledPence: await usedPence(tx, paymentId, charge.dispute),
    },
  })
  if (outcome === null) return false
  await record(tx, deps, { refund, outcome, charge, unknown })
  return true
}

type Resolved = {
  refund: Refused
  outcome: RefusedOutcome
  charge: ChargeHistory
  unknown: ListedRefund[]
}

async function record(
  tx: Db,
  deps: RefundDeps,
  { refund, outcome, charge, unknown }: Resolved,
): Promise<void> {
  const { id, key_number: keyNumber } = refund
  const now = deps.clock.now()
  // The provider has stored its refusal under the key.
  const nextKey = { key_number: keyNumber + 1, key_used_at: null, checked_at: now }
  switch (outcome.kind) {
    case 'made': {
      const made = charge.refunds.find(({ providerId }) => providerId === outcome.providerId)
      if (!made) throw new Error(`${outcome.providerId} is no refund of this charge.`)
      const reason =
        made.refundId === id
          ? null
          : `The refund ${made.providerId} was made at the card provider, not by this app.`
      await recordMade(tx, deps, id, made, reason)
      deps.log.warn({ refund: id, made: made.providerId }, 'a refund was made at the provider')
      return
    }
    case 'disputed': {
      const problem = `The customer disputes the payment at the bank (${outcome.disputeId}): the bank decides about it first.`
      const changes = { ...nextKey, last_problem: problem }
      await move(tx, 'refunds', refundProcess, { id, step: 'waitForDispute', changes })
      deps.log.warn({ refund: id, dispute: outcome.disputeId }, 'a refund waits for a dispute')
      return
    }
    case 'lost': {
      const reference = outcome.disputeId
      await recordSettledRefund(tx, deps, refund, { reference, from: 'disputed' })
      deps.log.warn({ refund: id, dispute: reference }, 'a refund was settled by a lost dispute')
      return
    }
    case 'differs': {
      const problem = differenceOf({ refund, charge, unknown })
      const changes = { ...nextKey, last_problem: problem }
      if (!(await move(tx, 'refunds', refundProcess, { id, step: 'fail', changes }))) return
      await reportDifference(tx, { refund, unknown, problem, now })
      deps.log.error({ refund: id, problem }, 'a refund has failed: it needs a person')
    }
  }
}

type Differing = Pick<Resolved, 'refund' | 'unknown'>

function differenceOf({ refund, charge, unknown }: Differing & Pick<Resolved, 'charge'>): string {
  const owed = formatPence(refund.amount_pence)
  const { dispute } = charge
  const returned =
    dispute?.state === 'lost'
      ? `by the dispute ${dispute.disputeId} the customer has ${formatPence(dispute.pence)}`
      : `the card provider has given back ${unknown.map(({ pence, providerId }) => `${formatPence(pence)} (${providerId})`).join(', ')}`
  return `This refund is of ${owed}, but ${returned}: find out what is still owed, and settle it.`
}

async function reportDifference(
  tx: Db,
  { refund, unknown, problem, now }: Differing & { problem: string; now: Date },
): Promise<void> {
  for (const { providerId } of unknown) {
    await reportWithoutRow(tx, {
      kind: 'refund_without_row',
      providerId,
      paymentId: refund.payment_id,
      problem: `${problem} Ours is ${refund.id}.`,
      now,
    })
  }
  if (unknown.length === 0) {
    await raiseAlarm(tx, { key: `refund_differs:${refund.id}`, problem })
  }
}

/** Those that no row of ours was made for, and that no row has adopted. */
export async function refundsWithoutRow(tx: Db, refunds: ListedRefund[]): Promise<ListedRefund[]> {
  if (refunds.length === 0) return []
  const ids = refunds.map(({ refundId }) => refundId).filter((id) => id !== null && isRowId(id))
  const rows = await tx
    .selectFrom('refunds')
    .select(['id', 'provider_id'])
    .where((eb) =>
      eb.or([
        eb(
          'provider_id',
          'in',
          refunds.map(({ providerId }) => providerId),
        ),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .execute()
  const named = new Set(rows.flatMap((row) => [row.id, row.provider_id]))
  return refunds.filter(
    ({ providerId, refundId, isSettled }) =>
      !isSettled && !named.has(providerId) && !(refundId !== null && named.has(refundId)),
  )
}

/** What of the dispute cannot settle a refund any more: all of it once the rest is booked as a loss. */
async function usedPence(
  tx: Db,
  paymentId: string,
  { disputeId, pence }: { disputeId: string; pence: number },
): Promise<number> {
  const booked = await tx
    .selectFrom('bank_disputes')
    .select('id')
    .where('provider_id', '=', disputeId)
    .where('lost_pence', 'is not', null)
    .executeTakeFirst()
  return booked ? pence : settledBy(tx, paymentId, disputeId)
}

/** Sums the refunds that this dispute has settled. */
export async function settledBy(tx: Db, paymentId: string, disputeId: string): Promise<number> {
  const { pence } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('payment_id', '=', paymentId)
    .where(isSettledBy(disputeId))
    .executeTakeFirstOrThrow()
  return Number(pence ?? 0)
}
