// Sends an artist's share, less what it pays of the artist's debts: the row is written first, the transfer is sent once, the
// ledger follows in one transaction.

import { randomUUID } from 'node:crypto'
import { transferProcess } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import { PaymentRefused, type SentTransfer } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { countOwed, paidAtOf } from './owed-sums.ts'
import { isBankDecidingAbout } from './disputed-payments.ts'
import { areTransfersStopped } from './found-problems.ts'
import { netDebts } from './netting.ts'
import { raiseAlarm } from './payment-alarms.ts'
import type { Owed } from './payment-subjects.ts'
import {
  findSource,
  sendOnce,
  nextAttempt,
  refusalsInTwoWeeks,
  type Movement,
  type RetryChanges,
} from './provider-attempts.ts'
import { endNetted, lockSubject, recordSent, type TransferDeps } from './transfer-records.ts'

type Transfer = NonNullable<Awaited<ReturnType<typeof claimTransfer>>>

/**
 * In the transaction that records the payment, or that releases held money. One transfer per artist; none for tracks at £0.
 */
export async function oweTransfers(
  tx: Db,
  { paymentId, now }: { paymentId: string; now: Date },
  shares: Owed['transfers'],
): Promise<void> {
  await countOwed(tx, { paymentId, column: 'transferred_pence' }, shares)
  for (const { artistId, pence } of shares) {
    if (pence === 0) continue
    const id = randomUUID()
    await tx
      .insertInto('transfers')
      .values({
        id,
        payment_id: paymentId,
        artist_id: artistId,
        amount_pence: pence,
        paid_at: paidAtOf(paymentId),
        created_at: now,
        due_at: now,
      })
      .execute()
    await queueTransfer(tx, id)
  }
}

/** Idempotent: see sendOnce. */
export async function sendTransfer(deps: TransferDeps, transferId: string): Promise<void> {
  if (await endNetted(deps, transferId)) return
  const transfer = await claimTransfer(deps, transferId)
  if (!transfer) return
  await sendOnce(deps, transferMovement(deps), transfer, await findSource(deps.db, transfer))
}

/** Null if it is not to be sent now. One that is only blocked uses up neither an attempt nor its key. */
function claimTransfer(deps: TransferDeps, transferId: string) {
  return inTransaction(deps, 'transfer.claim', async (tx) => {
    const account = await findPayableAccount(tx, deps, transferId)
    if (account === null) return null
    const claimed = await tx
      .updateTable('transfers')
      .set(nextAttempt(deps.clock.now()))
      .where('id', '=', transferId)
      .where('status', 'in', transferProcess.steps.send.from)
      .returning(['id', 'payment_id', 'artist_id', 'amount_pence', 'key_number', 'key_used_at'])
      .returning(['attempts', 'refusals'])
      .executeTakeFirst()
    return claimed ? { ...claimed, account } : null
  })
}

/**
 * The account that the transfer goes to; null if it cannot be sent now, and is then blocked. The lock of the account lasts
 * until that is committed: whoever ends a hold, or finds the account ready, waits for it and so finds the blocked transfer.
 * Whoever places a hold waits as well, so that the next look at the transfer finds it.
 */
async function findPayableAccount(
  tx: Db,
  { subjects }: TransferDeps,
  transferId: string,
): Promise<string | null> {
  const { payment, subject, artistId } = await lockSubject(tx, subjects, transferId)
  const account = await tx
    .selectFrom('payment_accounts')
    .innerJoin('transfers', 'transfers.artist_id', 'payment_accounts.user_id')
    .select(['artist_id', 'provider_account_id', 'payouts_enabled'])
    .where('transfers.id', '=', transferId)
    .forShare('payment_accounts')
    .executeTakeFirst()
  // After the lock, in a statement of its own: a hold that has ended meanwhile is not seen any more.
  const hold = await tx
    .selectFrom('transfer_holds')
    .select('artist_id')
    .where('artist_id', '=', account?.artist_id ?? null)
    .executeTakeFirst()
  const problem = problemOf({
    isStopped: await areTransfersStopped(tx, payment.id),
    isDisputed: await isBankDecidingAbout(tx, payment.id),
    isHeld: hold !== undefined,
    isPayable: account?.payouts_enabled === true,
  })
  if (account && problem === null) return account.provider_account_id
  // Queued again when the artist's account can receive money, when an admin releases it, and by the reconciliation, which
  // finds one that was stopped.
  const changes = { last_problem: problem }
  if (await move(tx, 'transfers', transferProcess, { id: transferId, step: 'block', changes })) {
    await subject.recordTransfer(tx, payment, { artistId, outcome: 'postponed' })
  }
  return null
}

/** Taken by whoever holds what is owed to the artist, or may end a reason why it is blocked, before that: see findPayableAccount. */
export async function lockAccount(tx: Db, artistId: string): Promise<void> {
  await tx
    .selectFrom('payment_accounts')
    .select('user_id')
    .where('user_id', '=', artistId)
    .forUpdate()
    .execute()
}

type Obstacles = { isStopped: boolean; isDisputed: boolean; isHeld: boolean; isPayable: boolean }

/** Why it cannot be sent now. */
function problemOf({ isStopped, isDisputed, isHeld, isPayable }: Obstacles): string | null {
  if (isStopped) return 'The hourly check has found that money is not where it must be.'
  if (isDisputed) return 'The customer disputes the payment at the bank.'
  if (isHeld) return 'An admin holds what is owed to this artist.'
  return isPayable ? null : 'The payment set-up is not finished.'
}

function transferMovement(deps: TransferDeps): Movement<Transfer, SentTransfer> {
  return {
    name: 'transfer',
    refusalsUntilFailed: refusalsInTwoWeeks,
    find: (payments, { id }, { subject }) => payments.findTransfer({ transferId: id, subject }),
    async send(payments, { id, amount_pence, account }, { chargeId, subject }, idempotencyKey) {
      try {
        return await payments.sendTransfer({
          transferId: id,
          subject,
          amountPence: amount_pence,
          toAccount: account,
          chargeId,
          idempotencyKey,
        })
      } catch (error) {
        if (isAccountUnready(error)) await queueAccountCheck(deps.db, account)
        throw error
      }
    },
    prepare: (transfer) => prepareTransfer(deps, transfer),
    resolve: async () => false,
    record: (tx, transfer, sent) => recordSent(tx, deps, transfer, sent),
    move: (tx, transfer, step, changes) => recordUnsent(tx, deps, { transfer, step, changes }),
    queue: queueTransfer,
    ids: ({ id, artist_id, account }, { subject }) => ({
      transfer: id,
      artist: artist_id,
      account,
      [subject.kind]: subject.id,
    }),
  }
}

async function prepareTransfer(deps: TransferDeps, transfer: Transfer): Promise<Transfer | null> {
  const { id } = transfer
  const pence = await inTransaction(deps, 'transfer.check', async (tx) => {
    const account = await findPayableAccount(tx, deps, id)
    return account === null ? null : decideAmount(tx, deps, transfer)
  })
  if (pence === 0) await endNetted(deps, id)
  return pence === null || pence === 0 ? null : { ...transfer, amount_pence: pence }
}

/** Debts are paid before the first attempt under a key: later ones send the same amount. Null if another run has moved it. */
async function decideAmount(
  tx: Db,
  { clock }: TransferDeps,
  { id, key_number: keyNumber }: Transfer,
): Promise<number | null> {
  const transfer = await tx
    .selectFrom('transfers')
    .select(['id', 'artist_id', 'payable_pence', 'prepared_key'])
    .where('id', '=', id)
    .where('key_number', '=', keyNumber)
    .where('status', 'in', transferProcess.steps.send.from)
    .forUpdate()
    .executeTakeFirst()
  if (!transfer) return null
  if (transfer.prepared_key === keyNumber) return transfer.payable_pence
  await tx.updateTable('transfers').set({ prepared_key: keyNumber }).where('id', '=', id).execute()
  return netDebts(tx, transfer, clock.now())
}

/** The account was ready when we last asked, and no event has told that it is not any more. */
function isAccountUnready(error: unknown): boolean {
  return error instanceof PaymentRefused && error.code === 'insufficient_capabilities_for_transfer'
}

/** The artist is then told what the account lacks. */
export async function queueAccountCheck(db: Db, providerAccountId: string): Promise<void> {
  const key = `check_payment_account:${providerAccountId}`
  await addJob(db, 'check_payment_account', { providerAccountId }, { key })
}

type Unsent = { transfer: Transfer; step: 'retry' | 'fail'; changes: RetryChanges }

/** One that was refused for two weeks waits for a person. */
async function recordUnsent(
  tx: Db,
  { subjects }: TransferDeps,
  { transfer: { id, artist_id: artistId, amount_pence: pence }, step, changes }: Unsent,
): Promise<boolean> {
  const { payment, subject } = await lockSubject(tx, subjects, id)
  if (!(await move(tx, 'transfers', transferProcess, { id, step, changes }))) return false
  await subject.recordTransfer(tx, payment, { artistId, outcome: 'postponed' })
  if (step === 'fail') {
    await raiseAlarm(tx, {
      // It can be woken, and fail again.
      key: `transfer_failed:${id}:${changes.key_number}`,
      problem: `The transfer ${id} of ${formatPence(pence)} to the artist ${artistId} was refused for two weeks: ${changes.last_problem}`,
    })
  }
  return true
}

/**
 * Queues transfers that waited for the account and those that failed; the retry delays start again. The caller has locked
 * the account.
 */
export async function queueBlockedTransfers(tx: Db, artistId: string, now: Date): Promise<void> {
  const { from, to } = transferProcess.steps.wake
  const held = await tx
    .updateTable('transfers')
    .set({ status: to, attempts: 0, refusals: 0, due_at: now })
    .where('artist_id', '=', artistId)
    .where('status', 'in', from)
    .returning('id')
    .execute()
  for (const { id } of held) await queueTransfer(tx, id)
}

/** Of one payment, those that are due: never before the delay after a refusal. */
export async function queueDueTransfers(db: Db, paymentId: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('transfers')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', transferProcess.steps.send.from)
    .where('due_at', '<=', now)
    .execute()
  for (const { id } of due) await queueTransfer(db, id)
}

/** Transfers whose job was lost or whose artist could not be paid. A transfer is not queued before it is due. */
export async function queueOverdueTransfers(db: Db, dueBefore: Date): Promise<void> {
  const overdue = await db
    .selectFrom('transfers')
    .leftJoin('payment_accounts', 'payment_accounts.user_id', 'transfers.artist_id')
    .select('transfers.id')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'transfers.artist_id')
    .where((eb) =>
      eb.or([
        eb('payment_accounts.payouts_enabled', '=', true).and(
          'transfer_holds.artist_id',
          'is',
          null,
        ),
        // Nothing is sent: see endNetted.
        eb('transfers.payable_pence', '=', 0),
      ]),
    )
    .where('transfers.status', 'in', transferProcess.steps.send.from)
    .where('transfers.due_at', '<', dueBefore)
    .orderBy('transfers.due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) await queueTransfer(db, id)
}

export async function queueTransfer(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    'send_transfer',
    { transferId: id },
    { key: `send_transfer:${id}`, ...(runAt ? { runAt } : {}) },
  )
}
