// When a movement of money is tried again at the card provider: transfers and refunds alike.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Before the second, third, … try; daily from then on, for as long as it takes. */
const pausesMs = [minute, 10 * minute, hour, 6 * hour]

/** Four short pauses and fourteen days. */
export const refusalsUntilFailed = pausesMs.length + 14 + 1

/** The provider forgets keys after 24 h: from then on a fresh look comes before anything is sent. */
const keyLifeMs = 23 * hour

/** `fails` counts from 1. */
export function dueAfter(fails: number): Date {
  return new Date(Date.now() + (pausesMs[fails - 1] ?? day))
}

/** A raised number, or a key the provider may have forgotten: it could have been made under the former one. */
export function mayBeMadeAlready(row: {
  attempt: number
  attempt_started_at: Date | null
}): boolean {
  const keyAgeMs = Date.now() - (row.attempt_started_at?.getTime() ?? Date.now())
  return row.attempt > 1 || keyAgeMs > keyLifeMs
}

/** Counted before it is made, so that a crash cannot hide it. */
export const nextAttemptAt = {
  tries: sql<number>`tries + 1`,
  attempt_started_at: sql<Date>`coalesce(attempt_started_at, now())`,
}

/** The charge the money of an order came with; null before it was paid. */
export async function chargeOf(db: Db, orderId: string): Promise<string | null> {
  const { charge_id: chargeId } = await db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return chargeId
}
