// When a transfer or a refund is retried at the card provider.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Delays before the second, third, … attempt; after these one attempt a day, without end. */
const retryDelaysMs = [minute, 10 * minute, hour, 6 * hour]

/** The first attempt, one after each of the four delays, and fourteen daily ones. */
export const refusalsUntilFailed = retryDelaysMs.length + 14 + 1

/** The provider deletes idempotency keys after 24 h: an older attempt is searched for before it is sent again. */
const keyLifetimeMs = 23 * hour

/** `failures` counts from 1. */
export function dueAfter(failures: number): Date {
  return new Date(Date.now() + (retryDelaysMs[failures - 1] ?? day))
}

/** A later attempt number, or a key the provider may have deleted: the money may have been sent under the former key. */
export function mayAlreadyExist(row: {
  attempt: number
  attempt_started_at: Date | null
}): boolean {
  const keyAgeMs = Date.now() - (row.attempt_started_at?.getTime() ?? Date.now())
  return row.attempt > 1 || keyAgeMs > keyLifetimeMs
}

/** The attempt is counted before it is made, so that a crash cannot hide it. */
export const nextAttemptAt = {
  tries: sql<number>`tries + 1`,
  attempt_started_at: sql<Date>`coalesce(attempt_started_at, now())`,
}

/** The provider's charge for an order; null before the order is paid. */
export async function chargeOf(db: Db, orderId: string): Promise<string | null> {
  const { charge_id: chargeId } = await db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return chargeId
}
