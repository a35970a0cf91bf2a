import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import type { Auth } from '../auth.ts'

const windowMs = 15 * 60_000
const maxWrong = 10

type Claim = { userId: string; password: string }

/**
 * Before a change that a stolen session alone must not make. Counted before it is checked, so that simultaneous guesses
 * count, too; the correct password ends the count.
 * @throws Refusal wrong_password, too_many_passwords
 */
export async function checkPassword(
  { db, auth }: { db: Db; auth: Auth },
  { userId, password }: Claim,
): Promise<void> {
  const key = `password|${userId}`
  const { count, secondsLeft: retryAfterSeconds } = await countAttempts(db, key, windowMs)
  if (count > maxWrong) throw new Refusal('too_many_passwords', { retryAfterSeconds })
  const { password: hash } = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirstOrThrow()
  const { verify } = (await auth.$context).password
  if (hash === null || !(await verify({ hash, password }))) throw new Refusal('wrong_password')
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}
