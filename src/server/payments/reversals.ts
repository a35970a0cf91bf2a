// Takes back what an artist earned by a payment that goes back: the row is written first, the reversal is made once at the
// card provider. Whatever that cannot take back is the artist's debt (netting.ts).

import { randomUUID } from 'node:crypto'
import { transferProcess } from '#rules/payments/payment-process.ts'
import { reversalProcess, type ReversalCause } from '#rules/payments/reversal-process.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import {
  accountRefusals,
  PaymentRefused,
  PaymentUnknown,
  type SentReversal,
} from '#server/gateways/payments/payments.ts'
import { tellOfOwedReversal } from './debt-notices.ts'
import { explainFoundReversals } from './explained-reversals.ts'
import { settleByFound } from './found-reversals.ts'
import { netDebts, netUnclaimed } from './netting.ts'
import {
  nextAttempt,
  refusalsInTwoWeeks,
  findSource,
  sendOnce,
  type AttemptDeps,
  type Movement,
  type RetryChanges,
} from './provider-attempts.ts'
import { queueReversal, recordReversed, refuseReversal } from './reversal-records.ts'
import { queueTransfer } from './transfers.ts'

export type OwedReversal = {
  transferId: string
  pence: number
  /** Our refund's row, or the dispute's. */
  cause: { kind: ReversalCause; id: string }
  now: Date
}

/**
 * In the transaction that makes the artist owe it, which has locked the subject and the payment, and books it
 * (`artist_receivable`). At most what remains of the transfer is taken back: returns how much, 0 if this cause has taken it
 * before.
 *
 * What was sent is taken back at the provider. A transfer that was never attempted is reduced at once instead. One that was
 * attempted, and whose result is not known, keeps its amount: the reversal waits for it. What the transfer has paid of other
 * debts was never sent, and is a debt at once.
 */
export async function oweReversal(
  tx: Db,
  { transferId, pence, cause, now }: OwedReversal,
): Promise<number> {
  const transfer = await lockTransfer(tx, transferId)
  if (await isOwed(tx, transferId, cause)) return 0
  const foundPence = await explainFoundReversals(tx, { transfer, cause, pence, now })
  const leftPence = transfer.amount_pence - transfer.reversed_pence
  return (
    foundPence +
    (await oweRest(tx, transfer, { pence: Math.min(pence - foundPence, leftPence), cause, now }))
  )
}

/** All of it is left of the transfer. */
async function oweRest(
  tx: Db,
  transfer: Transfer,
  { pence: owedPence, cause, now }: Pick<OwedReversal, 'pence' | 'cause' | 'now'>,
): Promise<number> {
  if (owedPence <= 0) return 0
  const { id: transferId } = transfer
  await tx
    .updateTable('transfers')
    .set((eb) => ({ reversed_pence: eb('reversed_pence', '+', owedPence) }))
    .where('id', '=', transferId)
    .execute()
  const sentPence = Math.min(owedPence, await unreversedPence(tx, transfer))
  await insert(tx, { transfer, cause, pence: sentPence, isUnsent: false, now })
  await insert(tx, { transfer, cause, pence: owedPence - sentPence, isUnsent: true, now })
  const isUnattempted = transferProcess.steps.net.from.includes(transfer.status)
  if (isUnattempted && transfer.prepared_key === null) {
    const left = await netDebts(tx, transfer, now)
    if (left === 0) await queueTransfer(tx, transferId)
  }
  if (transfer.status === transferProcess.steps.writeOff.to) await netUnclaimed(tx, transfer, now)
  return owedPence
}

type Transfer = Awaited<ReturnType<typeof lockTransfer>>

function lockTransfer(tx: Db, transferId: string) {
  return tx
    .selectFrom('transfers')
    .select(['id', 'artist_id', 'payment_id', 'status', 'amount_pence', 'payable_pence'])
    .select(['reversed_pence', 'prepared_key'])
    .where('id', '=', transferId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function isOwed(tx: Db, transferId: string, cause: OwedReversal['cause']): Promise<boolean> {
  const owed = await tx
    .selectFrom('reversals')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('cause_kind', 'in', [cause.kind, 'provider'])
    .where('cause_id', '=', cause.id)
    .executeTakeFirst()
  return owed !== undefined
}

/** Of what the provider has sent, or will send, what no reversal takes back yet. */
async function unreversedPence(tx: Db, transfer: Transfer): Promise<number> {
  if (transfer.status === transferProcess.steps.settle.to) return 0
  const { pence } = await tx
    .selectFrom('reversals')
    .leftJoin('nettings', (join) =>
      join
        .onRef('nettings.reversal_id', '=', 'reversals.id')
        .on('nettings.transfer_id', '=', transfer.id),
    )
    // The transfer's own payments to this debt are already taken from its payable pence.
    .select((eb) =>
      eb.fn
        .sum<string | null>(
          eb('reversals.amount_pence', '-', eb.fn.coalesce('nettings.amount_pence', eb.lit(0))),
        )
        .as('pence'),
    )
    .where('reversals.transfer_id', '=', transfer.id)
    .where('is_unsent', '=', false)
    .executeTakeFirstOrThrow()
  return Math.max(0, transfer.payable_pence - Number(pence ?? 0))
}

type NewReversal = Pick<OwedReversal, 'cause' | 'pence' | 'now'> & {
  transfer: Transfer
  isUnsent: boolean
}

async function insert(
  tx: Db,
  { transfer, cause, pence, isUnsent, now }: NewReversal,
): Promise<void> {
  if (pence === 0) return
  const id = randomUUID()
  await tx
    .insertInto('reversals')
    .values({
      id,
      transfer_id: transfer.id,
      artist_id: transfer.artist_id,
      cause_kind: cause.kind,
      cause_id: cause.id,
      is_unsent: isUnsent,
      amount_pence: pence,
      created_at: now,
      due_at: now,
    })
    .execute()
  if (isUnsent) {
    const changes = { last_problem: 'The transfer has paid another debt with it.' }
    await refuseReversal(tx, { id, now, changes })
  } else {
    await tellOfOwedReversal(tx, { id, artist_id: transfer.artist_id, amount_pence: pence })
    await queueReversal(tx, id)
  }
}

/** Idempotent: see sendOnce. */
export async function sendReversal(deps: AttemptDeps, reversalId: string): Promise<void> {
  const reversal = await claimReversal(deps, reversalId)
  if (reversal)
    await sendOnce(deps, reversalMovement(deps), reversal, await findSource(deps.db, reversal))
}

/** Null if it is not to be sent now: it is queued again when its transfer is sent. */
function claimReversal({ db, clock, failpoints }: AttemptDeps, reversalId: string) {
  return reaching(failpoints, 'reversal.claim', async () => {
    const transfer = await db
      .selectFrom('transfers')
      .innerJoin('reversals', 'reversals.transfer_id', 'transfers.id')
      .select(['payment_id', 'transfers.provider_id'])
      .where('reversals.id', '=', reversalId)
      .executeTakeFirst()
    if (!transfer || transfer.provider_id === null) return null
    const claimed = await db
      .updateTable('reversals')
      .set(nextAttempt(clock.now()))
      .where('id', '=', reversalId)
      .where('status', 'in', reversalProcess.steps.send.from)
      .returning(['id', 'artist_id', 'amount_pence', 'key_number', 'key_used_at'])
      .returning(['attempts', 'refusals'])
      .executeTakeFirst()
    if (!claimed) return null
    const { payment_id, provider_id: sentTransferId } = transfer
    return { ...claimed, payment_id, sentTransferId }
  })
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimReversal>>>

function reversalMovement(deps: AttemptDeps): Movement<Claimed, SentReversal> {
  return {
    name: 'reversal',
    refusalsUntilFailed: refusalsInTwoWeeks,
    find: (payments, { id, sentTransferId }) =>
      payments.findReversal({ reversalId: id, sentTransferId }),
    prepare: async (reversal) => reversal,
    send: (payments, { id, sentTransferId, amount_pence }, { subject }, idempotencyKey) =>
      payments.sendReversal({
        reversalId: id,
        subject,
        sentTransferId,
        amountPence: amount_pence,
        idempotencyKey,
      }),
    resolve: (reversal, _source, refused) => resolveRefused(deps, reversal, refused),
    record: (tx, reversal, made) => recordReversed(tx, deps, reversal, made),
    move: (tx, { id }, step, changes) => recordUnsent(tx, deps, { id, step, changes }),
    queue: queueReversal,
    ids: ({ id, artist_id }, { subject }) => ({
      reversal: id,
      artist: artist_id,
      [subject.kind]: subject.id,
    }),
  }
}

/** Somebody else has taken it back already, or the artist's account cannot give it back: no further attempt is made. */
async function resolveRefused(
  deps: AttemptDeps,
  reversal: Claimed,
  { code, message }: PaymentRefused,
): Promise<boolean> {
  if (await wasTakenBefore(deps, reversal)) return true
  const { id, artist_id: artistId } = reversal
  if (!accountRefusals.includes(code)) return false
  const changes = { last_problem: message.slice(0, 500) }
  const now = deps.clock.now()
  await inTransaction(deps, 'reversal.refuse', (tx) => refuseReversal(tx, { id, now, changes }))
  deps.log.warn({ reversal: id, artist: artistId, code }, 'a reversal has become a debt')
  return true
}

async function wasTakenBefore(deps: AttemptDeps, reversal: Claimed): Promise<boolean> {
  try {
    return await settleByFound(deps, reversal)
  } catch (error) {
    if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error
    deps.log.warn({ err: error, reversal: reversal.id }, 'the transfer of a reversal was not read')
    return false
  }
}

type Unsent = { id: string; step: 'retry' | 'fail'; changes: RetryChanges }

/** One that was refused for two weeks for another reason is a debt as well. */
function recordUnsent(tx: Db, { clock }: AttemptDeps, { id, step, changes }: Unsent) {
  return step === 'retry'
    ? move(tx, 'reversals', reversalProcess, { id, step, changes })
    : refuseReversal(tx, { id, now: clock.now(), changes })
}

/** Reversals whose job was lost. One is not queued before it is due. */
export async function queueOverdueReversals(db: Db, dueBefore: Date): Promise<void> {
  const overdue = await db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select('reversals.id')
    .where('reversals.status', 'in', reversalProcess.steps.send.from)
    .where('reversals.due_at', '<', dueBefore)
    .where('transfers.provider_id', 'is not', null)
    .orderBy('reversals.due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) await queueReversal(db, id)
}
