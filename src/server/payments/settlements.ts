// An operator has paid a refund or a transfer in another way, for example by bank transfer: it is owed no more. Or a transfer
// can never be sent, and is written off. Whatever the card provider has made of it meanwhile is recorded instead.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { refundProcess, transferProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import { isBankDecidingAbout } from './disputed-payments.ts'
import { findSource } from './provider-attempts.ts'
import { withProviderErrors } from './provider-errors.ts'
import { recordMadeRefund, recordSettledRefund, type RefundDeps } from './refund-records.ts'
import { tellOfKept } from './debt-notices.ts'
import {
  recordMadeTransfer,
  recordSettledTransfer,
  recordWrittenOffTransfer,
} from './transfer-records.ts'

export type SettleDeps = RefundDeps

export type Settled = { ownerId: string; pence: number }

type Settlement = {
  id: string
  /** It stands on the bank statement. */
  reference: string
  /** In the same transaction. */
  record: (tx: Db, settled: Settled) => Promise<unknown>
}

/** Longer than the deadline of a job: an attempt that began before has ended. */
const maxAttemptMs = 10 * 60_000

/** @throws Refusal not_found, not_owed, payment_disputed, attempt_in_progress, made_meanwhile, provider_unavailable */
export async function settleRefund(
  deps: SettleDeps,
  { id, reference, record }: Settlement,
): Promise<void> {
  const row = await findOwed(deps.db, 'refunds', id)
  refuseUnlessOwed(deps, 'refunds', row)
  if (mayBeMade(row)) {
    const { chargeId } = await findSource(deps.db, row)
    const made = await ask(deps, () => deps.payments.findRefund({ refundId: id, chargeId }))
    if (made !== null) {
      await recordMadeRefund(deps, id, made)
      throw new Refusal('made_meanwhile')
    }
  }
  const payment = await deps.db
    .selectFrom('payments')
    .select('customer_id')
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  await inTransaction(deps, 'settle.commit', async (tx) => {
    // A dispute that is lost would pay the customer a second time.
    if (await isBankDecidingAbout(tx, row.payment_id)) throw new Refusal('payment_disputed')
    const settlement = { reference, from: 'paid_outside', where: isUnchanged(row) } as const
    if (!(await recordSettledRefund(tx, deps, row, settlement)))
      await refuseChanged(tx, 'refunds', id)
    await record(tx, { ownerId: payment.customer_id, pence: row.amount_pence })
  })
}

/** @throws Refusal not_found, not_owed, attempt_in_progress, made_meanwhile, provider_unavailable */
export async function settleTransfer(
  deps: SettleDeps,
  { id, reference, record }: Settlement,
): Promise<void> {
  const row = await findUnsent(deps, id)
  await inTransaction(deps, 'settle.commit', async (tx) => {
    const { artist_id: artistId, payable_pence: pence } = row
    const where = isOwedAsBefore(row)
    if (!(await recordSettledTransfer(tx, deps, row, { pence, reference, where })))
      await refuseChanged(tx, 'transfers', id)
    await record(tx, { ownerId: artistId, pence })
  })
}

type WriteOff = Omit<Settlement, 'reference'> & {
  /** Its artist reads it. */
  reason: string
}

/** @throws Refusal not_found, not_owed, still_sendable, attempt_in_progress, made_meanwhile, provider_unavailable */
export async function writeOffTransfer(
  deps: SettleDeps,
  { id, reason, record }: WriteOff,
): Promise<void> {
  const row = await findUnsent(deps, id)
  await inTransaction(deps, 'settle.commit', async (tx) => {
    const { artist_id: artistId, payable_pence: pence } = row
    if (!(await recordWrittenOffTransfer(tx, deps, row, { pence, where: isOwedAsBefore(row) }))) {
      const { status } = await findOwed(tx, 'transfers', id)
      const isUnsent = unsentStatuses.includes(status)
      throw new Refusal(isUnsent ? 'still_sendable' : 'not_owed')
    }
    await record(tx, { ownerId: artistId, pence })
    // It has paid what the artist owes.
    const { payable_pence: keptPence } = await tx
      .selectFrom('transfers')
      .select('payable_pence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (keptPence > 0) await tellOfKept(tx, { transferId: id, artistId, pence: keptPence, reason })
  })
}

/** Nothing of it was sent, as far as the provider knows. */
async function findUnsent(deps: SettleDeps, id: string) {
  const row = await findOwedTransfer(deps.db, id)
  refuseUnlessOwed(deps, 'transfers', row)
  if (!mayBeMade(row)) return row
  const { subject } = await findSource(deps.db, row)
  const made = await ask(deps, () => deps.payments.findTransfer({ transferId: id, subject }))
  if (made === null) return row
  await recordMadeTransfer(deps, id, made)
  throw new Refusal('made_meanwhile')
}

/** A reversal can have reduced it meanwhile. */
function isOwedAsBefore(row: Awaited<ReturnType<typeof findUnsent>>) {
  return sql<SqlBool>`${isUnchanged(row)} and payable_pence = ${row.payable_pence}::int`
}

const owedStatuses: Record<Table, readonly string[]> = {
  refunds: refundProcess.steps.settle.from,
  transfers: [...transferProcess.steps.settle.from, ...transferProcess.steps.claim.from],
}

/** A transfer can still be sent in these. */
const unsentStatuses: readonly string[] = transferProcess.steps.settle.from

type Table = 'refunds' | 'transfers'
type OwedRow = Awaited<ReturnType<typeof findOwed>>

async function findOwed(db: Db, table: Table, id: string) {
  const row = await db
    .selectFrom(table)
    .select(['id', 'payment_id', 'amount_pence', 'status', 'attempts', 'key_number'])
    .select(['key_used_at', 'attempted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function findOwedTransfer(db: Db, id: string) {
  const row = await findOwed(db, 'transfers', id)
  const transfer = await db
    .selectFrom('transfers')
    .select(['artist_id', 'payable_pence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (transfer.payable_pence === 0) throw new Refusal('not_owed')
  return { ...row, ...transfer }
}

function refuseUnlessOwed(
  { clock }: SettleDeps,
  table: Table,
  { status, key_used_at: keyUsedAt, attempted_at: attemptedAt }: OwedRow,
): void {
  if (!owedStatuses[table].includes(status)) throw new Refusal('not_owed')
  // The key is a new one after a definite refusal. Before that, an attempt is made, or nobody knows what became of it.
  const attempt = keyUsedAt === null ? null : (attemptedAt ?? keyUsedAt)
  if (attempt !== null && clock.now().getTime() - attempt.getTime() < maxAttemptMs)
    throw new Refusal('attempt_in_progress')
}

/** Nothing was ever sent under the first key that has not been used. */
function mayBeMade({ key_number: keyNumber, key_used_at: keyUsedAt }: OwedRow): boolean {
  return keyNumber > 1 || keyUsedAt !== null
}

function ask<Made>({ failpoints }: SettleDeps, call: () => Promise<Made>): Promise<Made> {
  return withProviderErrors(() => reaching(failpoints, 'settle.find', call), 'provider_unavailable')
}

/** No attempt was made since, and nothing has woken it. */
function isUnchanged({ status, attempts, key_number: keyNumber }: OwedRow) {
  return sql<SqlBool>`(status, attempts, key_number) = (${status}, ${attempts}::int, ${keyNumber}::int)`
}

async function refuseChanged(tx: Db, table: Table, id: string): Promise<never> {
  const { status } = await tx
    .selectFrom(table)
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isOwed = owedStatuses[table].includes(status)
  throw new Refusal(isOwed ? 'attempt_in_progress' : 'not_owed')
}
