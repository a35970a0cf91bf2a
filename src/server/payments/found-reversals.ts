// Reversals that were made at the provider, not by this app: a row that is owed adopts one of the same amount, or a part of it;
// where nothing is owed a row is made, and it counts for what the artist is to give back later. Any other is for a person,
// unless it has left too little of the transfer for our own. The app's own name their rows there.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { paidByReversal } from '#rules/payments/found-reversal.ts'
import { reversalProcess, unmadeReversalStatuses } from '#rules/payments/reversal-process.ts'
import { formatPence } from '#rules/price.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import type { MadeReversal } from '#server/gateways/payments/payments.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfFoundReversal } from '#server/ledger/reversal-postings.ts'
import type { PaymentDeps } from './payment-subjects.ts'
import { recordMadeReversal, recordReversedParts } from './reversal-records.ts'
import { isReported, removeWithoutRow, reportWithoutRow } from './found-problems.ts'
import { isRowId } from './row-ids.ts'

type Deps = Omit<PaymentDeps, 'subjects'> & { log: FastifyBaseLogger }
type Transfer = { id: string; payment_id: string; artist_id: string; payable_pence: number }

/** Fetches all reversals of the transfer; it never trusts the content of an event. Idempotent. */
export async function checkTransfer(deps: Deps, sentTransferId: string): Promise<void> {
  const { db, payments, failpoints } = deps
  const transfer = await findTransfer(db, sentTransferId)
  // That of another app on the same account names no row of ours.
  if (!transfer) return
  const made = await reaching(failpoints, 'reversal.list', () =>
    payments.listReversals(sentTransferId),
  )
  for (const one of made) if (!one.isSettled) await recordFoundReversal(deps, transfer, one)
}

type Refused = { id: string; sentTransferId: string; amount_pence: number; key_number: number }

/**
 * A reversal of ours was refused: what others have taken back of the transfer may have left too little of it. Then that has
 * paid what is owed. Returns whether it has paid this one.
 */
export async function settleByFound(
  deps: Deps,
  { id, sentTransferId, amount_pence: pence, key_number: keyNumber }: Refused,
): Promise<boolean> {
  const { db, payments, failpoints } = deps
  const transfer = await findTransfer(db, sentTransferId)
  if (!transfer) return false
  const made = await reaching(failpoints, 'reversal.list', () =>
    payments.listReversals(sentTransferId),
  )
  const takenPence = made.reduce((sum, one) => sum + one.pence, 0)
  if (transfer.payable_pence - takenPence >= pence) return false
  // The provider has stored its refusal under the key: nothing is being sent.
  const refused = db
    .updateTable('reversals')
    .set({ key_number: keyNumber + 1, key_used_at: null })
    .where('id', '=', id)
    .where('status', '=', reversalProcess.start)
  await refused.execute()
  for (const one of made)
    if (!one.isSettled) await recordFoundReversal(deps, transfer, one, { isRestTooLittle: true })
  const { status } = await db
    .selectFrom('reversals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status !== reversalProcess.start
}

export function findTransfer(db: Db, sentTransferId: string): Promise<Transfer | undefined> {
  return db
    .selectFrom('transfers')
    .select(['id', 'payment_id', 'artist_id', 'payable_pence'])
    .where('provider_id', '=', sentTransferId)
    .executeTakeFirst()
}

/** Returns whether a row says so then. */
export async function recordFoundReversal(
  deps: Deps,
  transfer: Transfer,
  made: MadeReversal,
  { isRestTooLittle = false } = {},
): Promise<boolean> {
  const own = await findNamed(deps.db, transfer, made)
  if (own?.provider_id === made.providerId) return true
  if (own) {
    // One that has ended was made twice: a person has to look.
    if (!unmadeReversalStatuses.includes(own.status)) return false
    if (!(await recordMadeReversal(deps, own.id, made))) return false
    deps.log.warn({ reversal: own.id }, 'a reversal whose answer was lost is recorded')
    return true
  }
  await recordOwn(deps, transfer, made)
  return inTransaction(deps, 'reversal.adopt', (tx) =>
    adopt(tx, deps, transfer, { ...made, isRestTooLittle }),
  )
}

/** A row whose reversal is there records that, whatever is known of its attempt, so that it adopts no other one. */
async function recordOwn(
  deps: Deps,
  { id: transferId }: Transfer,
  { sentTransferId }: MadeReversal,
): Promise<void> {
  const attempted = await deps.db
    .selectFrom('reversals')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('status', 'in', unmadeReversalStatuses)
    .where('attempts', '>', 0)
    .execute()
  if (attempted.length === 0) return
  const made = await reaching(deps.failpoints, 'reversal.list', () =>
    deps.payments.listReversals(sentTransferId),
  )
  for (const { id } of attempted) {
    const own = made.find(({ reversalId, isSettled }) => reversalId === id && !isSettled)
    if (own && (await recordMadeReversal(deps, id, own)))
      deps.log.warn({ reversal: id }, 'a reversal whose answer was lost is recorded')
  }
}

/** The row that it was made for, as it says. */
async function findNamed(db: Db, { id: transferId }: Transfer, { reversalId }: MadeReversal) {
  if (reversalId === null || !isRowId(reversalId)) return undefined
  return db
    .selectFrom('reversals')
    .select(['id', 'status', 'provider_id'])
    .where('id', '=', reversalId)
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
}

async function adopt(
  tx: Db,
  deps: Deps,
  { id: transferId, payment_id: paymentId, artist_id: artistId }: Transfer,
  made: Made,
): Promise<boolean> {
  const { amount_pence: sentPence, reversed_pence: reversedPence } = await tx
    .selectFrom('transfers')
    .select(['amount_pence', 'reversed_pence'])
    .where('id', '=', transferId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (await isRecorded(tx, made)) return true
  const owed = await lockOwed(tx, transferId)
  const found = { transferId, paymentId, artistId, pence: made.pence, now: deps.clock.now() }
  const unpaid = owed.filter(({ isPaidInPart }) => !isPaidInPart)
  const paid = paidByReversal(unpaid, made)
  // What is being sent may be refused because of this one, or is made as well: the next look knows.
  if (paid.some(({ row }) => row.isBeingSent)) return false
  const problem = { kind: 'reversal_without_row', providerId: made.providerId } as const
  // What was owed may be what somebody has reversed, also if it was taken in another way since then.
  if (paid.length === 0 && (await isReported(tx, problem))) return false
  const restPence = paid.reduce((left, { pence }) => left - pence, made.pence)
  const isFitting = owed.length === paid.length && reversedPence + restPence <= sentPence
  if (restPence > 0 && !isFitting) return reportUnclear(tx, found, made)
  const parts: { id: string; pence: number }[] = []
  for (const { row, pence } of paid) {
    const id = pence === row.pence ? row.id : await splitOff(tx, { ...found, pence }, row)
    parts.push({ id, pence })
  }
  if (restPence > 0) {
    const id = await insertFound(tx, { ...found, pence: restPence })
    parts.push({ id, pence: restPence })
  }
  const rows = parts.map(({ id, pence }) => ({
    id,
    artist_id: artistId,
    amount_pence: pence,
    payment_id: paymentId,
  }))
  if (!(await recordReversedParts(tx, deps, rows, made))) return false
  await removeWithoutRow(tx, problem)
  const ids = rows.map(({ id }) => id)
  deps.log.warn({ reversals: ids, made: made.providerId }, 'a reversal was made at the provider')
  return true
}

type Made = MadeReversal & { isRestTooLittle: boolean }

async function reportUnclear(
  tx: Db,
  { paymentId, pence, now }: Found,
  { providerId }: MadeReversal,
): Promise<false> {
  const problem = `At the card provider ${formatPence(pence)} was taken back from an artist (${providerId}), and not by this app: it is not one of the amounts that are owed. Look what of them it has paid, so that the artist does not pay twice.`
  await reportWithoutRow(tx, { kind: 'reversal_without_row', providerId, paymentId, problem, now })
  return false
}

async function isRecorded(tx: Db, { providerId }: MadeReversal): Promise<boolean> {
  const row = await tx
    .selectFrom('reversals')
    .select('id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row !== undefined
}

type Owed = {
  id: string
  causeId: string
  pence: number
  isBeingSent: boolean
  /** By a transfer, or before it was sent: then no reversal can pay all of it. */
  isPaidInPart: boolean
}

/** First what is to be sent still, then debts. */
async function lockOwed(tx: Db, transferId: string): Promise<Owed[]> {
  const rows = await tx
    .selectFrom('reversals')
    .select(['id', 'cause_id', 'amount_pence', 'status', 'key_used_at'])
    .select(['netted_pence', 'is_unsent'])
    .where('transfer_id', '=', transferId)
    .where('status', 'in', unmadeReversalStatuses)
    .orderBy(sql`status <> ${reversalProcess.start}`)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    causeId: row.cause_id,
    pence: row.amount_pence,
    isBeingSent: row.status === reversalProcess.start && row.key_used_at !== null,
    isPaidInPart: row.netted_pence > 0 || row.is_unsent,
  }))
}

type Found = {
  transferId: string
  paymentId: string
  artistId: string
  pence: number
  now: Date
}

/** It is a part of what is owed, which is less by it from now on. */
async function splitOff(tx: Db, found: Found, { id: owedId, causeId }: Owed): Promise<string> {
  await tx
    .updateTable('reversals')
    .set((eb) => ({ amount_pence: eb('amount_pence', '-', found.pence) }))
    .where('id', '=', owedId)
    .execute()
  const id = randomUUID()
  await insertRow(tx, found, { id, causeId })
  return id
}

/** It has no other cause than whoever made it: nothing that the app knows is given back by it, so the platform has gained it. */
async function insertFound(tx: Db, found: Found): Promise<string> {
  const { transferId, paymentId, artistId, pence, now } = found
  const id = randomUUID()
  await tx
    .updateTable('transfers')
    .set((eb) => ({ reversed_pence: eb('reversed_pence', '+', pence) }))
    .where('id', '=', transferId)
    .execute()
  await insertRow(tx, found, { id, causeId: id })
  await book(tx, postingOfFoundReversal({ reversalId: id, paymentId, artistId, pence }), now)
  return id
}

async function insertRow(
  tx: Db,
  { transferId, artistId, pence, now }: Found,
  { id, causeId }: { id: string; causeId: string },
): Promise<void> {
  await tx
    .insertInto('reversals')
    .values({
      id,
      transfer_id: transferId,
      artist_id: artistId,
      cause_kind: 'provider',
      cause_id: causeId,
      amount_pence: pence,
      created_at: now,
      due_at: now,
    })
    .execute()
}
