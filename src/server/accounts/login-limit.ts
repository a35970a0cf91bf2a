// Guesses at one account, wherever they come from: better-auth counts by address alone.

import { sql } from 'kysely'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'

const guessesAWindow = 10
const windowMs = 15 * 60_000

/**
 * Counts before the password is looked at, so that guesses made at once count, too. An unknown email counts alike.
 * @throws Refusal too_many_logins
 */
export async function countLogin(db: Db, email: string): Promise<void> {
  const now = Date.now()
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, count, last_request) values (${keyOf(email)}, 1, ${now})
    on conflict (key) do update set
      count = case when rate_limits.last_request > ${now - windowMs} then rate_limits.count + 1 else 1 end,
      -- Where the window began: guessing on does not make it longer.
      last_request = case when rate_limits.last_request > ${now - windowMs} then rate_limits.last_request else ${now} end
    returning count
  `.execute(db)
  if ((rows[0]?.count ?? 0) > guessesAWindow) throw new Refusal('too_many_logins')
}

/** Whoever knows the password was not guessing. */
export async function forgetLogins(db: Db, email: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(email)).execute()
}

function keyOf(email: string): string {
  return `login|${email.toLowerCase()}`
}
