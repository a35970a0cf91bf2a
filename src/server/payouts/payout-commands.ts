// Sends an artist's share: the row is written first, the transfer is sent once, the ledger follows in one transaction.

import type { FastifyBaseLogger } from 'fastify'
import type { Updateable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  PaymentKeySpent,
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { bookTransfer } from '#server/orders/ledger.ts'
import {
  chargeOf,
  dueAfter,
  mayAlreadyExist,
  nextAttemptAt,
  refusalsUntilFailed,
} from '#server/orders/provider-attempts.ts'

type Deps = { db: Db; payments: Payments; log: FastifyBaseLogger }
type Payout = NonNullable<Awaited<ReturnType<typeof claimPayout>>>
type RetryChange = { last_problem: string; due_at: Date } & Updateable<Tables['payouts']>

/** Idempotent: the provider's idempotency key and the row's status allow one transfer only. */
export async function sendPayout(deps: Deps, payoutId: string): Promise<void> {
  const payout = await claimPayout(deps.db, payoutId)
  if (!payout) return
  if (!payout.ready) return block(deps.db, payout)
  try {
    await recordSent(deps.db, payout, await transferOf(deps, payout))
  } catch (error) {
    if (error instanceof PaymentKeySpent) return searchThenUseNextKey(deps, payout, error)
    if (error instanceof PaymentUnknown) return retryWithSameKey(deps.db, payout, error.message)
    if (error instanceof PaymentRefused) return retryWithNextKey(deps, payout, error)
    throw error
  }
}

async function claimPayout(db: Db, payoutId: string) {
  const claimed = await db
    .updateTable('payouts')
    .set(nextAttemptAt)
    .where('id', '=', payoutId)
    .where('status', 'in', ['waiting', 'blocked'])
    .returning([
      'id',
      'order_id',
      'artist_id',
      'amount_pence',
      'attempt',
      'tries',
      'attempt_started_at',
      'refusals',
    ])
    .executeTakeFirst()
  if (!claimed) return null
  const account = await db
    .selectFrom('payout_accounts')
    .select(['provider_account_id', 'ready'])
    .where('user_id', '=', claimed.artist_id)
    .executeTakeFirst()
  return {
    ...claimed,
    chargeId: await chargeOf(db, claimed.order_id),
    account: account?.provider_account_id ?? null,
    ready: account?.ready === true,
  }
}

async function transferOf({ payments }: Deps, payout: Payout): Promise<string> {
  const { account, chargeId } = payout
  if (account === null || chargeId === null)
    throw new Error(`Payout ${payout.id} has no account or charge.`)
  if (mayAlreadyExist(payout)) {
    const made = await payments.findTransfer({ payoutId: payout.id, orderId: payout.order_id })
    if (made !== null) return made
  }
  return payments.sendTransfer({
    payoutId: payout.id,
    orderId: payout.order_id,
    amountPence: payout.amount_pence,
    toAccount: account,
    chargeId,
    idempotencyKey: `transfer:${payout.id}:a${payout.attempt}`,
  })
}

async function recordSent(db: Db, payout: Payout, transferId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('payouts')
      .set({ status: 'sent', transfer_id: transferId, sent_at: new Date(), last_problem: null })
      .where('id', '=', payout.id)
      .where('status', 'in', ['waiting', 'blocked'])
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    await bookTransfer(tx, {
      payoutId: payout.id,
      orderId: payout.order_id,
      artistId: payout.artist_id,
      pence: payout.amount_pence,
    })
  })
}

/** Queued again when the artist's account becomes ready, and by the reconciliation. */
async function block(db: Db, payout: Payout): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ status: 'blocked', last_problem: 'The payment set-up is not finished.' })
    .where('id', '=', payout.id)
    .where('status', '=', 'waiting')
    .execute()
}

/** The result is unknown, so the attempts reuse the same idempotency key for as long as the outage lasts. */
async function retryWithSameKey(db: Db, payout: Payout, problem: string): Promise<void> {
  await scheduleRetry(db, payout, { last_problem: problem, due_at: dueAfter(payout.tries) })
}

/** The provider stores a refused request under its key, so the next attempt uses a new key; the last one needs the operator. */
async function retryWithNextKey({ db, log }: Deps, payout: Payout, error: Error): Promise<void> {
  const refusals = payout.refusals + 1
  const isFailed = refusals >= refusalsUntilFailed
  log.error(
    { err: error, ...idsOf(payout), refusals },
    isFailed ? 'a transfer is stuck: it needs a person' : 'a transfer was refused',
  )
  await scheduleRetry(db, payout, {
    last_problem: error.message,
    due_at: dueAfter(refusals),
    refusals,
    ...nextKey(payout),
    ...(isFailed ? { status: 'stuck' } : {}),
  })
}

/** The raised attempt number makes the next attempt search the provider before it sends. */
async function searchThenUseNextKey({ db, log }: Deps, payout: Payout, error: Error) {
  log.error({ err: error, ...idsOf(payout) }, 'the key of a transfer is spent')
  await scheduleRetry(db, payout, {
    last_problem: error.message,
    due_at: dueAfter(payout.tries),
    ...nextKey(payout),
  })
}

function nextKey({ attempt }: Payout) {
  return { attempt: attempt + 1, attempt_started_at: null }
}

function idsOf({ id, order_id, artist_id, account }: Payout) {
  return { payout: id, order: order_id, artist: artist_id, account }
}

async function scheduleRetry(db: Db, payout: Payout, change: RetryChange): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('payouts')
      .set({
        status: 'waiting',
        ...change,
        last_problem: change.last_problem.slice(0, 500),
      })
      .where('id', '=', payout.id)
      .where('status', 'in', ['waiting', 'blocked'])
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n || change.status === 'stuck') return
    await addJob(
      tx,
      'send_payout',
      { payoutId: payout.id },
      { key: `send_payout:${payout.id}`, runAt: change.due_at },
    )
  })
}
