// The second step of a log-in: the code of the authenticator app, or one of the backup codes.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Auth } from '../auth.ts'
import { callAuth, expectOk } from '../call-auth.ts'
import { countAttempt } from '../login-limit.ts'
import { problemOf } from '../settings/two-factor.ts'
import { appCodePath, codeUsed } from '../used-codes.ts'

/** By better-auth's codes. After five wrong codes the password is needed again; after ten the account waits. */
const refusals: Record<string, RefusalCode> = {
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  [codeUsed]: 'code_used',
  INVALID_TWO_FACTOR_COOKIE: 'code_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'code_expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'too_many_codes',
}

const loggedInSchema = z.object({ user: z.object({ id: z.string() }) })

/** @throws Refusal too_many_requests, wrong_code, code_used, too_many_codes, code_expired */
export async function logInWithCode(
  { db, auth }: { db: Db; auth: Auth },
  code: string,
  request: FastifyRequest,
) {
  await countAttempt(db, { kind: 'code', address: request.ip })
  const isFromApp = /^\d{6}$/.test(code)
  const path = isFromApp ? appCodePath : '/two-factor/verify-backup-code'
  // A session in the same browser is not asked for: its user would confirm their own code.
  const isOfChallenge = (cookie: string) => cookie.includes('.two_factor=')
  const response = await callAuth(auth, request, path, { code }, isOfChallenge)
  // A simultaneous log-in has used a backup code: this log-in has ended, and its code may be the one that was used.
  const refusal =
    response.status === 409 ? 'code_used' : refusals[(await problemOf(response)) ?? '']
  if (refusal !== undefined) throw new Refusal(refusal)
  await expectOk(response, 'The second step of a log-in')
  const { id } = loggedInSchema.parse(await response.json()).user
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { user, cookies: response.headers.getSetCookie() }
}
