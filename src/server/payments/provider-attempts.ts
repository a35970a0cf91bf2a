// Sends what is owed at the card provider exactly once, transfers, reversals and refunds alike: idempotency keys, retries, delays.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import {
  inTransaction,
  reaching,
  type Committing,
} from '#server/clock-and-failpoints/failpoints.ts'
import {
  PaymentKeySpent,
  PaymentRefused,
  PaymentUnknown,
  type Payments,
  type SubjectRef,
} from '#server/gateways/payments/payments.ts'
import { subjectOf } from './payment-subjects.ts'

export type AttemptDeps = Committing & { payments: Payments; clock: Clock; log: FastifyBaseLogger }

/** A row that owes one movement of money. The row is written, and the attempt counted, before the provider is called. */
export type OwedRow = {
  id: string
  amount_pence: number
  /** Numbers the idempotency key. The provider stores a refused request under its key, so the next attempt uses a new one. */
  key_number: number
  key_used_at: Date | null
  attempts: number
  /** The provider's definite refusals since the row was last woken. */
  refusals: number
}

/** Where the money comes from. */
export type Source = { chargeId: string; subject: SubjectRef }

/** The differences between transfers, reversals, refunds and payouts. `Made` is the provider's result, `From` where the money comes from. */
export type Movement<Row extends OwedRow, Made, From = Source> = {
  name: 'transfer' | 'reversal' | 'refund' | 'payout'
  /** After this many refusals it needs the operator; an outage is no refusal. */
  refusalsUntilFailed: number
  /** The result of an earlier attempt whose response was lost, if any. */
  find(payments: Payments, row: Row, source: From): Promise<Made | null>
  /**
   * Asked right before it is sent, when nothing was found: the row with the amount to send, the same for each attempt under one
   * key; null if the row, which was claimed a while ago, is not to be sent any more.
   */
  prepare(row: Row): Promise<Row | null>
  send(payments: Payments, row: Row, source: From, idempotencyKey: string): Promise<Made>
  /** Reports an object of the provider that cannot be recorded, because another run has moved the row. */
  record(tx: Db, row: Row, made: Made): Promise<unknown>
  /** Asked when it was refused: whether that is explained, and recorded. Otherwise it is tried again. */
  resolve(row: Row, source: From, refused: PaymentRefused): Promise<boolean>
  /** Returns false when another run has moved the row meanwhile. */
  move(tx: Db, row: Row, step: 'retry' | 'fail', changes: RetryChanges): Promise<boolean>
  queue(tx: Db, id: string, runAt: Date): Promise<void>
  /** For the log. */
  ids(row: Row, source: From): Record<string, string>
}

export type RetryChanges = {
  last_problem: string
  due_at: Date
  refusals?: number
  key_number?: number
  key_used_at?: null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Delays before the second, third, … attempt; after these one attempt a day, without end. */
const retryDelaysMs = [minute, 10 * minute, hour, 6 * hour]

/** The first attempt, one after each of the four delays, and fourteen daily ones. */
export const refusalsInTwoWeeks = retryDelaysMs.length + 14 + 1

/** The provider deletes idempotency keys after 24 h: an older attempt is searched for before it is sent again. */
const keyLifetimeMs = 23 * hour

/** The attempt is counted before it is made, so that a crash cannot hide it. */
export function nextAttempt(now: Date) {
  return {
    attempts: sql<number>`attempts + 1`,
    attempted_at: now,
    key_used_at: sql<Date>`coalesce(key_used_at, ${now})`,
  }
}

/** `failures` counts from 1. */
export function dueAfter(failures: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelaysMs[failures - 1] ?? day))
}

/** Idempotent: the provider's idempotency key and the row's status allow one movement only. */
export async function sendOnce<Row extends OwedRow, Made, From>(
  deps: AttemptDeps,
  movement: Movement<Row, Made, From>,
  row: Row,
  source: From,
): Promise<void> {
  try {
    const made = await findOrSend(deps, movement, row, source)
    if (made === null) return
    await inTransaction(deps, `${movement.name}.record`, (tx) => movement.record(tx, row, made))
  } catch (error) {
    if (error instanceof PaymentRefused && (await movement.resolve(row, source, error))) return
    await retryAfter(deps, movement, row, error, movement.ids(row, source))
  }
}

/** Null if it does not exist, and is not to be sent any more. */
async function findOrSend<Row extends OwedRow, Made, From>(
  { payments, clock, failpoints }: AttemptDeps,
  movement: Movement<Row, Made, From>,
  row: Row,
  source: From,
): Promise<Made | null> {
  if (mayAlreadyExist(row, clock.now())) {
    const made = await reaching(failpoints, `${movement.name}.find`, () =>
      movement.find(payments, row, source),
    )
    if (made !== null) return made
  }
  const prepared = await movement.prepare(row)
  if (prepared === null) return null
  const key = `${movement.name}:${row.id}:a${row.key_number}`
  return reaching(failpoints, `${movement.name}.send`, () =>
    movement.send(payments, prepared, source, key),
  )
}

/** A later key, or a key the provider may have deleted: the money may have been sent under the former key. */
function mayAlreadyExist(
  { key_number: keyNumber, key_used_at: keyUsedAt }: OwedRow,
  now: Date,
): boolean {
  const keyAgeMs = now.getTime() - (keyUsedAt ?? now).getTime()
  return keyNumber > 1 || keyAgeMs > keyLifetimeMs
}

export async function findSource(db: Db, row: { payment_id: string }): Promise<Source> {
  const payment = await db
    .selectFrom('payments')
    .select(['charge_id', 'subject_kind', 'subject_id'])
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  if (payment.charge_id === null) throw new Error(`Payment ${row.payment_id} has no charge.`)
  return { chargeId: payment.charge_id, subject: subjectOf(payment) }
}

/** @throws the error, if it is none of the gateway's. */
async function retryAfter<Row extends OwedRow, Made, From>(
  { clock, log, ...deps }: AttemptDeps,
  movement: Movement<Row, Made, From>,
  row: Row,
  error: unknown,
  ids: Record<string, string>,
): Promise<void> {
  const { name } = movement
  const now = clock.now()
  const nextKey = { key_number: row.key_number + 1, key_used_at: null }
  if (error instanceof PaymentKeySpent) {
    // The raised number makes the next attempt search the provider before it sends.
    log.error({ err: error, ...ids }, `the key of a ${name} is spent`)
    await scheduleRetry(deps, movement, row, error, {
      due_at: dueAfter(row.attempts, now),
      ...nextKey,
    })
  } else if (error instanceof PaymentUnknown) {
    // The result is unknown, so the attempts reuse the same idempotency key for as long as the outage lasts.
    await scheduleRetry(deps, movement, row, error, { due_at: dueAfter(row.attempts, now) })
  } else if (error instanceof PaymentRefused) {
    const refusals = row.refusals + 1
    const isFailed = refusals >= movement.refusalsUntilFailed
    log.error(
      { err: error, ...ids, refusals },
      isFailed ? `a ${name} has failed: it needs a person` : `a ${name} was refused`,
    )
    const changes = { due_at: dueAfter(refusals, now), refusals, ...nextKey }
    await scheduleRetry(deps, movement, row, error, changes, isFailed ? 'fail' : 'retry')
  } else {
    throw error
  }
}

async function scheduleRetry<Row extends OwedRow, Made, From>(
  deps: Committing,
  movement: Movement<Row, Made, From>,
  row: Row,
  { message }: Error,
  changes: Omit<RetryChanges, 'last_problem'>,
  step: 'retry' | 'fail' = 'retry',
): Promise<void> {
  await inTransaction(deps, `${movement.name}.retry`, async (tx) => {
    const problem = message.slice(0, 500)
    const moved = await movement.move(tx, row, step, { ...changes, last_problem: problem })
    if (moved && step === 'retry') await movement.queue(tx, row.id, changes.due_at)
  })
}
