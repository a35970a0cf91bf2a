// A log-in checks a password for a tenth of a second. If the password is changed meanwhile, or the account deleted, the
// session would begin after all others were ended.

import { z } from 'zod'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/** Returns null without an account. */
export async function findPasswordHash(db: Db, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select('password')
    .where((eb) => eb(eb.fn('lower', ['users.email']), '=', email.toLowerCase()))
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return found?.password ?? null
}

type Login = {
  email: string
  /** Before the check. */
  hash: string | null
  /** To the correct password. */
  response: Response
}

/** @throws Refusal wrong_login if the password is another one by now; the session that has begun is ended */
export async function refuseOutdatedLogin(db: Db, { email, hash, response }: Login): Promise<void> {
  if ((await findPasswordHash(db, email)) === hash) return
  const { token } = begunSchema.parse(await response.clone().json())
  if (token !== undefined) await db.deleteFrom('sessions').where('token', '=', token).execute()
  throw new Refusal('wrong_login')
}

/** Before the second step of a log-in there is no session. */
const begunSchema = z.object({ token: z.string().optional() })
