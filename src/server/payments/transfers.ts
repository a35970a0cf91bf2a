// Sends an artist's share: the row is written first, the transfer is sent once, the ledger follows in one transaction.

import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { transferProcess, type TransferStep } from '#rules/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { bookTransfer } from './ledger.ts'
import type { Owed } from './payment-subjects.ts'
import {
  sendOnce,
  nextAttempt,
  refusalsInTwoWeeks,
  type AttemptDeps,
  type Movement,
} from './provider-attempts.ts'

type Transfer = NonNullable<Awaited<ReturnType<typeof claimTransfer>>>

/** Called in the transaction that records the payment. One transfer per artist; none for tracks at £0. */
export async function oweTransfers(
  tx: Db,
  { paymentId, now }: { paymentId: string; now: Date },
  shares: Owed['transfers'],
): Promise<void> {
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
        created_at: now,
        due_at: now,
      })
      .execute()
    await queueTransfer(tx, id)
  }
}

/** Idempotent: see sendOnce. */
export async function sendTransfer(deps: AttemptDeps, transferId: string): Promise<void> {
  const transfer = await claimTransfer(deps, transferId)
  if (transfer) await sendOnce(deps, transferMovement(deps), transfer)
}

/** Null if it is not to be sent now. One that is only blocked uses up neither an attempt nor its key. */
function claimTransfer({ db, clock }: AttemptDeps, transferId: string) {
  return db.transaction().execute(async (tx) => {
    const account = await findPayableAccount(tx, transferId)
    if (account === null) return null
    const claimed = await tx
      .updateTable('transfers')
      .set(nextAttempt(clock.now()))
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
async function findPayableAccount(tx: Db, transferId: string): Promise<string | null> {
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
    isHeld: hold !== undefined,
    isPayable: account?.payouts_enabled === true,
  })
  if (account && problem === null) return account.provider_account_id
  // Queued again when the artist's account can receive money, when an admin releases it, and by the reconciliation.
  await moveTransfer(tx, transferId, 'block', { last_problem: problem })
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

/** Why it cannot be sent now. */
function problemOf({ isHeld, isPayable }: { isHeld: boolean; isPayable: boolean }): string | null {
  if (isHeld) return 'An admin holds what is owed to this artist.'
  return isPayable ? null : 'The payment set-up is not finished.'
}

function transferMovement({ clock }: AttemptDeps): Movement<Transfer, string> {
  return {
    name: 'transfer',
    refusalsUntilFailed: refusalsInTwoWeeks,
    find: (payments, { id }, { subject }) => payments.findTransfer({ transferId: id, subject }),
    send: (payments, { id, amount_pence, account }, { chargeId, subject }, idempotencyKey) =>
      payments.sendTransfer({
        transferId: id,
        subject,
        amountPence: amount_pence,
        toAccount: account,
        chargeId,
        idempotencyKey,
      }),
    async isStillOwed(db, { id }) {
      return (await db.transaction().execute((tx) => findPayableAccount(tx, id))) !== null
    },
    record: (tx, transfer, providerId) =>
      recordSent(tx, transfer, { providerId, sentAt: clock.now() }),
    move: moveTransfer,
    queue: queueTransfer,
    ids: ({ id, artist_id, account }) => ({ transfer: id, artist: artist_id, account }),
  }
}

async function recordSent(
  tx: Db,
  transfer: Transfer,
  { providerId, sentAt }: { providerId: string; sentAt: Date },
): Promise<void> {
  const changes = { provider_id: providerId, sent_at: sentAt, last_problem: null }
  if (!(await moveTransfer(tx, transfer.id, 'send', changes))) return
  const sent = {
    transferId: transfer.id,
    paymentId: transfer.payment_id,
    artistId: transfer.artist_id,
    pence: transfer.amount_pence,
  }
  await bookTransfer(tx, sent, sentAt)
  const event = { kind: 'transfer', pence: transfer.amount_pence } as const
  await notify(tx, { ...event, to: transfer.artist_id, key: `transfer:${transfer.id}` })
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

/** Transfers whose job was lost or whose artist could not be paid. A transfer is not queued before it is due. */
export async function queueOverdueTransfers(db: Db, dueBefore: Date): Promise<void> {
  const overdue = await db
    .selectFrom('transfers')
    .innerJoin('payment_accounts', 'payment_accounts.user_id', 'transfers.artist_id')
    .select('transfers.id')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'transfers.artist_id')
    .where('payment_accounts.payouts_enabled', '=', true)
    .where('transfer_holds.artist_id', 'is', null)
    .where('transfers.status', 'in', transferProcess.steps.send.from)
    .where('transfers.due_at', '<', dueBefore)
    .orderBy('transfers.due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) await queueTransfer(db, id)
}

async function queueTransfer(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    'send_transfer',
    { transferId: id },
    { key: `send_transfer:${id}`, ...(runAt ? { runAt } : {}) },
  )
}

/** Returns false when the transfer is in another status than the step starts from. */
async function moveTransfer(
  tx: Db,
  id: string,
  step: TransferStep,
  changes: Updateable<Tables['transfers']>,
): Promise<boolean> {
  const { from, to } = transferProcess.steps[step]
  const moved = await tx
    .updateTable('transfers')
    .set({ ...changes, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
