// Counts attempts in windows, over all processes (the table rate_limits).

import { sql } from 'kysely'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from './client.ts'

export type Attempts = { count: number; secondsLeft: number }

/** One statement counts and reads. The window starts with its first attempt; later attempts do not extend it. */
export async function countAttempts(db: Db, key: string, windowMs: number): Promise<Attempts> {
  const now = Date.now()
  const { rows } = await sql<{ count: number; started: string }>`
    insert into rate_limits (key, count, last_request) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when rate_limits.last_request > ${now - windowMs} then rate_limits.count + 1 else 1 end,
      last_request = case when rate_limits.last_request > ${now - windowMs} then rate_limits.last_request else ${now} end
    returning count, last_request as started
  `.execute(db)
  const [{ count, started } = { count: 0, started: now }] = rows
  return { count, secondsLeft: Math.max(1, Math.ceil((Number(started) + windowMs - now) / 1000)) }
}

type UserLimits = {
  /** Names the counters. */
  kind: string
  userId: string
  limits: readonly { max: number; periodMs: number }[]
  refusal: RefusalCode
}

/**
 * Counts an action of a user in each period. In the transaction of the action, a refused one is not counted.
 * @throws Refusal `refusal`, with the seconds until the period ends
 */
export async function countUserAction(
  db: Db,
  { kind, userId, limits, refusal }: UserLimits,
): Promise<void> {
  for (const { max, periodMs } of limits) {
    const key = `${kind}|${periodMs}|${userId}`
    const { count, secondsLeft: retryAfterSeconds } = await countAttempts(db, key, periodMs)
    if (count > max) throw new Refusal(refusal, { retryAfterSeconds })
  }
}
