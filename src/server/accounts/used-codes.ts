// A code of an authenticator app begins one session: whoever reads it over a shoulder cannot use it once more.

import { APIError } from 'better-auth/api'
import type { Db } from '#server/db/client.ts'
import { countAttempts } from '#server/db/count-attempts.ts'

/** better-auth accepts a code for 90 seconds: in its own half minute, the one before and the one after. */
const acceptedMs = 2 * 60_000

/** The path that codes of an app are sent to, of log-ins and of the confirmation alike. */
export const appCodePath = '/two-factor/verify-totp'

export const codeUsed = 'CODE_USED'

/** Called with a correct code that begins no session. Of simultaneous calls, for the first one it is not used. */
export async function isCodeUsed(
  db: Db,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const { count } = await countAttempts(db, `used-code|${userId}|${code}`, acceptedMs)
  return count > 1
}

/** Called with a correct code, before its session is created: of simultaneous calls the row's first one counts. */
export async function claimCode(
  db: Db,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  if (await isCodeUsed(db, { userId, code }))
    throw new APIError('FORBIDDEN', { code: codeUsed, message: 'The code was used.' })
}
