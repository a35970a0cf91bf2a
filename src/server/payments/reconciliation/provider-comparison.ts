// Compares what was paid, sent and given back with the card provider, in both directions: every row has its object there, and
// every object its row. Whatever the provider has made and no answer or event has told of is recorded; the rest is reported.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import {
  refundProcess,
  transferProcess,
  unmadeRefundStatuses,
  unmadeTransferStatuses,
} from '#rules/payments/payment-process.ts'
import { PaymentRefused, type MadeObjects } from '#server/gateways/payments/payments.ts'
import { recordSession } from '#server/payments/checkout/checkout-sessions.ts'
import { checkChangedCharges } from '#server/payments/bank-disputes/dispute-comparison.ts'
import { goOnAfter } from '../failures.ts'
import { recordMadeRefund } from '../refund-records.ts'
import type { ComparingDeps as Deps, Difference, DifferenceKind, Period } from './comparison.ts'
import { findFound, withFoundBefore } from './found-before.ts'
import { findMissingReversals, findUnknownReversals } from './reversal-comparison.ts'
import { isRowId } from '../row-ids.ts'
import { recordMadeTransfer } from '../transfer-records.ts'

/** Younger ones may be in progress. */
const minAgeMs = 10 * 60_000

/** @throws PaymentUnknown when the provider does not respond: nothing is known then. */
export async function compareWithProvider(deps: Deps, since: Date): Promise<Difference[]> {
  const period = { since, until: new Date(deps.clock.now().getTime() - minAgeMs) }
  const listed = await deps.payments.listMade(since)
  deps.failures.push(...listed.unread)
  const made = await withFoundBefore(deps, listed)
  await checkChangedCharges(deps, made)
  const found = new Set((await findFound(deps.db)).map(({ subject }) => subject))
  // What was found stays found, also as long as it is young.
  const unsettled = <Made extends Listed>(objects: Made[]) =>
    objects.filter(
      ({ madeAt, isSettled, providerId = '' }) =>
        (madeAt <= period.until || found.has(providerId)) && !isSettled,
    )
  return [
    ...(await findUnknownCharges(deps, unsettled(made.charges))),
    ...(await findUnknownTransfers(deps, unsettled(made.transfers))),
    ...(await findUnknownReversals(deps, unsettled(made.reversals))),
    ...(await findUnknownRefunds(deps, unsettled(made.refunds))),
    ...(await findMissingPayments(deps, period, made)),
    ...(await findMissingTransfers(deps, period, made)),
    ...(await findMissingReversals(deps, period, made)),
    ...(await findMissingRefunds(deps, period, made)),
  ]
}

type Listed = { madeAt: Date; isSettled: boolean; providerId?: string }

/** Money that came in. A charge that names nothing of ours belongs to another app on the same provider account. */
export async function findUnknownCharges(
  deps: Deps,
  charges: MadeObjects['charges'],
): Promise<Difference[]> {
  const known = await paymentsOfCharges(deps.db, charges)
  const differences: Difference[] = []
  for (const charge of charges) {
    if (known.has(charge.chargeId)) continue
    deps.signal.throwIfAborted()
    if (!(await isOfOurSubject(deps.db, charge.subject))) continue
    const record = () => recordCharge(deps, charge)
    if (await goOnAfter(deps.failures, charge.chargeId, record)) continue
    differences.push({ kind: 'charge_without_payment', subject: charge.chargeId, payment_id: null })
  }
  return differences
}

/** As its event would have. Returns whether a payment names the charge then. */
async function recordCharge(
  deps: Deps,
  { chargeId, paymentIntentId }: MadeObjects['charges'][number],
): Promise<boolean> {
  const session = paymentIntentId === null ? null : await deps.payments.findSession(paymentIntentId)
  if (session === null || session.paymentId === null) return false
  const { sessionId, paymentId } = session
  await recordSession(deps, { sessionId, paymentId })
  return (await paymentsOfCharges(deps.db, [{ chargeId }])).has(chargeId)
}

async function isOfOurSubject(db: Db, subject: MadeObjects['charges'][number]['subject']) {
  if (subject?.kind !== 'order' && subject?.kind !== 'commission') return false
  if (!isRowId(subject.id)) return false
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

export async function findUnknownTransfers(
  deps: Deps,
  transfers: MadeObjects['transfers'],
): Promise<Difference[]> {
  const unknown = await withoutRow(deps.db, 'transfers', transfers)
  const ofCharge = await paymentsOfCharges(deps.db, unknown)
  const differences: Difference[] = []
  for (const made of unknown) {
    const { providerId } = made
    deps.signal.throwIfAborted()
    const row = await findRow(deps.db, 'transfers', made.transferId)
    const paymentId = row?.payment_id ?? ofCharge.get(made.chargeId)
    if (paymentId === undefined) continue
    const isUnmade = unmadeTransferStatuses.some((status) => status === row?.status)
    const record = async () => {
      if (!row || !isUnmade || !(await recordMadeTransfer(deps, row.id, made))) return false
      deps.log.warn({ transfer: row.id }, 'a transfer whose answer was lost is recorded')
      return true
    }
    if (await goOnAfter(deps.failures, providerId, record)) continue
    differences.push({ kind: 'transfer_without_row', subject: providerId, payment_id: paymentId })
  }
  return differences
}

export async function findUnknownRefunds(
  deps: Deps,
  refunds: MadeObjects['refunds'],
): Promise<Difference[]> {
  const unknown = await withoutRow(deps.db, 'refunds', refunds)
  const ofCharge = await paymentsOfCharges(deps.db, unknown)
  const differences: Difference[] = []
  for (const made of unknown) {
    deps.signal.throwIfAborted()
    // Its charge may say what it was for.
    if (deps.failures.some(({ id }) => id === made.chargeId)) continue
    const row = await findRow(deps.db, 'refunds', made.refundId)
    const paymentId = row?.payment_id ?? ofCharge.get(made.chargeId)
    if (paymentId === undefined) continue
    const isUnmade = unmadeRefundStatuses.some((status) => status === row?.status)
    const { providerId: subject } = made
    const record = async () => {
      if (!row || !isUnmade || !(await recordMadeRefund(deps, row.id, made))) return false
      deps.log.warn({ refund: row.id }, 'a refund whose answer was lost is recorded')
      return true
    }
    if (await goOnAfter(deps.failures, subject, record)) continue
    differences.push({ kind: 'refund_without_row', subject, payment_id: paymentId })
  }
  return differences
}

async function findMissingPayments(
  deps: Deps,
  { since, until }: Period,
  made: MadeObjects,
): Promise<Difference[]> {
  const { db, payments } = deps
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'charge_id', 'amount_pence', 'checkout_session_id'])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', since)
    .where('paid_at', '<=', until)
    .execute()
  const pence = new Map(made.charges.map((charge) => [charge.chargeId, charge.pence]))
  return findMissing(deps, 'payment_not_at_provider', rows, async (row) => {
    const listed = pence.get(row.charge_id ?? '')
    if (listed !== undefined) return listed === row.amount_pence
    // Paid before the period, and recorded in it.
    if (row.checkout_session_id === null) return false
    const { money, charge, totalPence } = await payments.findCheckout(row.checkout_session_id)
    const isSame = charge?.chargeId === row.charge_id && totalPence === row.amount_pence
    return money === 'received' && isSame
  })
}

async function findMissingTransfers(
  deps: Deps,
  { since, until }: Period,
  made: MadeObjects,
): Promise<Difference[]> {
  const { db, payments } = deps
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'payment_id', 'provider_id', 'payable_pence'])
    .where('status', '=', transferProcess.steps.send.to)
    .where('sent_at', '>=', since)
    .where('sent_at', '<=', until)
    .execute()
  const listed = new Map(made.transfers.map((transfer) => [transfer.providerId, transfer]))
  return findMissing(deps, 'transfer_not_at_provider', rows, async (row) => {
    if (row.provider_id === null) return false
    const transfer = listed.get(row.provider_id) ?? (await payments.readTransfer(row.provider_id))
    return transfer?.pence === row.payable_pence
  })
}

/** Of one refund at the provider: several rows can be parts of it. */
const penceOfMade = sql<number>`(
  select sum(part.amount_pence)::int from refunds as part where part.provider_id = refunds.provider_id
)`

async function findMissingRefunds(
  deps: Deps,
  { since, until }: Period,
  made: MadeObjects,
): Promise<Difference[]> {
  const { db, payments } = deps
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_id', penceOfMade.as('amount_pence')])
    .where('status', 'in', refundProcess.steps.oweAgain.from)
    .where((eb) => eb.fn.coalesce('key_used_at', 'created_at'), '>=', since)
    .where((eb) => eb.fn.coalesce('key_used_at', 'created_at'), '<=', until)
    .execute()
  const pence = new Map(made.refunds.map((refund) => [refund.providerId, refund.pence]))
  return findMissing(deps, 'refund_not_at_provider', rows, async (row) => {
    if (row.provider_id === null) return false
    const listed = pence.get(row.provider_id)
    if (listed !== undefined) return listed === row.amount_pence
    await payments.readRefund(row.provider_id)
    return true
  })
}

/** @param isThere may ask the provider for one that its list does not have */
async function findMissing<Row extends { id: string; payment_id?: string }>(
  { signal, failures }: Deps,
  kind: DifferenceKind,
  rows: Row[],
  isThere: (row: Row) => Promise<boolean>,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const row of rows) {
    signal.throwIfAborted()
    if (await goOnAfter(failures, row.id, () => isThere(row).catch(falseIfMissing))) continue
    differences.push({ kind, subject: row.id, payment_id: row.payment_id ?? row.id })
  }
  return differences
}

function falseIfMissing(error: unknown): false {
  if (error instanceof PaymentRefused && error.code === 'resource_missing') return false
  throw error
}

/** The payment of each charge, by the charge's id. What names no payment of ours belongs to another app. */
async function paymentsOfCharges(
  db: Db,
  objects: { chargeId: string | null }[],
): Promise<Map<string | null, string>> {
  const ids = objects.map(({ chargeId }) => chargeId).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'charge_id'])
    .where('charge_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.charge_id, row.id]))
}

type Owed = 'transfers' | 'refunds'

/** Those that no row of ours says were made. */
async function withoutRow<Made extends { providerId: string }>(
  db: Db,
  table: Owed,
  objects: Made[],
): Promise<Made[]> {
  if (objects.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('provider_id')
    .where(
      'provider_id',
      'in',
      objects.map(({ providerId }) => providerId),
    )
    .execute()
  const known = new Set(rows.map((row) => row.provider_id))
  return objects.filter(({ providerId }) => !known.has(providerId))
}

/** The row that the object was made for, as it says. */
async function findRow(db: Db, table: Owed, id: string | null) {
  if (id === null || !isRowId(id)) return undefined
  return db
    .selectFrom(table)
    .select(['id', 'payment_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}
