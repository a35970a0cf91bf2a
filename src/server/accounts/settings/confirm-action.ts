// An action that moves money is confirmed by a code of the admin's authenticator app, each code for one action.

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Auth } from '../auth.ts'
import { callAuth, expectOk } from '../call-auth.ts'
import { appCodePath, isCodeUsed } from '../used-codes.ts'
import { problemOf } from './two-factor.ts'

type Caller = { user: SessionUser; request: FastifyRequest }

const codeWindowMs = 15 * 60_000
const maxWrongCodes = 10

/** @throws Refusal wrong_code, code_repeated, too_many_codes */
export async function confirmByCode(
  { db, auth }: { db: Db; auth: Auth },
  { user, request }: Caller,
  code: string,
): Promise<void> {
  const { count } = await countAttempts(db, `action-code|${user.id}`, codeWindowMs)
  if (count > maxWrongCodes) throw new Refusal('too_many_codes')
  const response = await callAuth(auth, request, appCodePath, { code })
  const problem = await problemOf(response)
  if (problem === 'INVALID_CODE' || problem === 'TOTP_NOT_ENABLED') throw new Refusal('wrong_code')
  await expectOk(response, 'Confirming an action')
  if (await isCodeUsed(db, { userId: user.id, code })) throw new Refusal('code_repeated')
}
