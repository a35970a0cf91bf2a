// Records on the row of a transfer that it was sent, settled in another way, written off, or has paid debts wholly.

import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { transferProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SentTransfer } from '#server/gateways/payments/payments.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import { bookSettledTransfer, bookTransfer, bookWrittenOffTransfer } from '#server/ledger/ledger.ts'
import { reportWithoutRow } from './found-problems.ts'
import { bookNettings, netUnclaimed } from './netting.ts'
import { subjectFunctions, type PaymentSubjects } from './payment-subjects.ts'
import type { AttemptDeps } from './provider-attempts.ts'
import { queueReversalsOf, refuseReversalsOf } from './reversal-records.ts'
import { transferState, withAccountAndHold } from './transfer-problems.ts'

export type TransferDeps = AttemptDeps & { subjects: PaymentSubjects }
type Recording = Pick<TransferDeps, 'subjects' | 'clock'>
type Transfer = Pick<Selectable<Tables['transfers']>, 'id' | 'payment_id' | 'artist_id'>

/** First, as everywhere: the account and what is owed are locked after the subject. */
export async function lockSubject(tx: Db, subjects: PaymentSubjects, transferId: string) {
  const payment = await tx
    .selectFrom('payments')
    .innerJoin('transfers', 'transfers.payment_id', 'payments.id')
    .selectAll('payments')
    .select('transfers.artist_id')
    .where('transfers.id', '=', transferId)
    .executeTakeFirstOrThrow()
  const subject = subjectFunctions(subjects, payment)
  await subject.lock(tx, payment.subject_id)
  return { payment, subject, artistId: payment.artist_id }
}

/** Returns false for one that cannot be recorded: the row is sent or settled already. The admins are told. */
export async function recordSent(
  tx: Db,
  deps: Recording,
  transfer: Transfer,
  { providerId, balance }: SentTransfer,
): Promise<boolean> {
  const { id, payment_id: paymentId, artist_id: artistId } = transfer
  const { payment, subject } = await lockSubject(tx, deps.subjects, id)
  const now = deps.clock.now()
  const changes = { provider_id: providerId, sent_at: now, last_problem: null }
  const isMoved =
    (await move(tx, 'transfers', transferProcess, { id, step: 'send', changes })) ||
    (await move(tx, 'transfers', transferProcess, { id, step: 'adopt', changes }))
  if (!isMoved) return reportIfUnknown(tx, deps, id, providerId)
  await bookTransfer(tx, { paymentId, artistId, balance }, now)
  await bookNettings(tx, id, now)
  await queueReversalsOf(tx, id)
  await subject.recordTransfer(tx, payment, { artistId, outcome: 'sent' })
  const pence = -balance.amountPence
  await subject.announceTransfer(tx, payment, { transferId: id, artistId, pence })
  return true
}

/** Another run may have recorded the same: returns whether. */
async function reportIfUnknown(
  tx: Db,
  { clock }: Recording,
  id: string,
  providerId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('transfers')
    .select(['payment_id', 'provider_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.provider_id === providerId) return true
  await reportWithoutRow(tx, {
    kind: 'transfer_without_row',
    providerId,
    paymentId: row.payment_id,
    problem: `The transfer ${providerId} was made at the card provider, but ours (${id}) is ${row.status} already: the artist may have the money twice.`,
    now: clock.now(),
  })
  return false
}

/**
 * One that the provider has made, and whose answer was lost: it is recorded, whatever holds or has ended its row now. Returns
 * false if it cannot be: see recordSent.
 */
export async function recordMadeTransfer(
  deps: Recording & Pick<TransferDeps, 'db' | 'failpoints'>,
  id: string,
  sent: SentTransfer,
): Promise<boolean> {
  const transfer = await deps.db
    .selectFrom('transfers')
    .select(['id', 'payment_id', 'artist_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return inTransaction(deps, 'transfer.record', (tx) => recordSent(tx, deps, transfer, sent))
}

type Settlement = { pence: number; reference: string; where: Expression<SqlBool> }

/** The operator has paid the artist in another way. Returns false if `where` does not hold. */
export async function recordSettledTransfer(
  tx: Db,
  { subjects, clock }: Recording,
  { id, payment_id: paymentId, artist_id: artistId }: Transfer,
  { pence, reference, where }: Settlement,
): Promise<boolean> {
  const { payment, subject } = await lockSubject(tx, subjects, id)
  const now = clock.now()
  const changes = { settled_at: now, settled_reference: reference }
  const settled = { transferId: id, paymentId, artistId, pence }
  if (await move(tx, 'transfers', transferProcess, { id, step: 'claim', changes, where })) {
    await bookSettledTransfer(tx, { ...settled, from: 'unclaimed' }, now)
    return true
  }
  if (!(await move(tx, 'transfers', transferProcess, { id, step: 'settle', changes, where })))
    return false
  await bookSettledTransfer(tx, settled, now)
  await bookNettings(tx, id, now)
  await refuseReversalsOf(tx, id, now)
  await subject.recordTransfer(tx, payment, { artistId, outcome: 'sent' })
  return true
}

/**
 * Nothing sends it any more: it is kept for the artist, and pays what they owe. Returns false if it can still be sent, or
 * `where` does not hold.
 */
export async function recordWrittenOffTransfer(
  tx: Db,
  { subjects, clock }: Recording,
  { id, payment_id: paymentId, artist_id: artistId }: Transfer,
  { pence, where }: Omit<Settlement, 'reference'>,
): Promise<boolean> {
  const { payment, subject } = await lockSubject(tx, subjects, id)
  const now = clock.now()
  if (!(await isUnsendable(tx, id))) return false
  const changes = { written_off_at: now }
  if (!(await move(tx, 'transfers', transferProcess, { id, step: 'writeOff', changes, where })))
    return false
  await bookWrittenOffTransfer(tx, { transferId: id, paymentId, artistId, pence }, now)
  await bookNettings(tx, id, now)
  await netUnclaimed(tx, { id, artist_id: artistId, payable_pence: pence }, now)
  await subject.recordTransfer(tx, payment, { artistId, outcome: 'sent' })
  return true
}

/** The artist's account cannot receive it, or the provider has refused it for two weeks: nobody decides about it meanwhile. */
export async function isUnsendable(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select ${transferState} as state
    from transfers ${withAccountAndHold(sql.ref('transfers.artist_id'))}
    where transfers.id = ${id}
  `.execute(db)
  const state = rows[0]?.state
  return state === 'account' || state === 'failed'
}

/** All of it has paid what its artist owes, so that nothing is sent. Returns false for any other. */
export async function endNetted(deps: TransferDeps, id: string): Promise<boolean> {
  const isNetted = await deps.db
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', id)
    .where('payable_pence', '=', 0)
    .executeTakeFirst()
  if (!isNetted) return false
  await inTransaction(deps, 'transfer.net', async (tx) => {
    const { payment, subject, artistId } = await lockSubject(tx, deps.subjects, id)
    const changes = { last_problem: null }
    if (!(await move(tx, 'transfers', transferProcess, { id, step: 'net', changes }))) return
    await bookNettings(tx, id, deps.clock.now())
    await subject.recordTransfer(tx, payment, { artistId, outcome: 'sent' })
  })
  return true
}
