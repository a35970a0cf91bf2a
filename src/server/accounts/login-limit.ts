// Guesses at one account, wherever they come from: better-auth counts by address alone.

import { sql } from 'kysely'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'

const guessesAWindow = 10
const windowMs = 15 * 60_000

type Login = { email: string; address: string }

/**
 * Counts before the password is looked at, so that guesses made at once count, too. An unknown email counts alike. Where
 * somebody has logged in to the account before is counted apart: a stranger's guesses lock nobody out of their home.
 * @throws Refusal too_many_logins
 */
export async function countLogin(db: Db, login: Login): Promise<void> {
  const home = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', homeKey(login))
    .executeTakeFirst()
  const key = home ? guessKey(login) : guessKey({ email: login.email })
  const now = Date.now()
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, count, last_request) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when rate_limits.last_request > ${now - windowMs} then rate_limits.count + 1 else 1 end,
      -- Where the window began: guessing on does not make it longer.
      last_request = case when rate_limits.last_request > ${now - windowMs} then rate_limits.last_request else ${now} end
    returning count
  `.execute(db)
  if ((rows[0]?.count ?? 0) > guessesAWindow) throw new Refusal('too_many_logins')
}

/** Whoever knows the password was not guessing, and is at home here. */
export async function welcomeHome(db: Db, login: Login): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('key', 'in', [guessKey(login), guessKey({ email: login.email })])
    .execute()
  const now = BigInt(Date.now())
  await db
    .insertInto('rate_limits')
    .values({ key: homeKey(login), count: 1, last_request: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_request: now }))
    .execute()
}

/** Begins the keys of `welcomeHome`, which are kept for longer than counts. */
export const homeKeyPrefix = 'home|'

function homeKey({ email, address }: Login): string {
  return `${homeKeyPrefix}${email.toLowerCase()}|${address}`
}

function guessKey({ email, address = 'anywhere' }: { email: string; address?: string }): string {
  return `login|${email.toLowerCase()}|${address}`
}
