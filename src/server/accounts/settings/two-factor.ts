// Two-factor log-in: maps the responses of better-auth's plugin to the app's refusals.

import type { FastifyRequest } from 'fastify'
import encodeQR from 'qr'
import { z } from 'zod'
import { Refusal } from '#rules/errors/refusal.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import { publish } from '#server/events/site-events.ts'
import type { SessionUser } from '#server/http/session.ts'
import { callAuth, expectOk } from '../call-auth.ts'
import { appCodePath, codeUsed } from '../used-codes.ts'
import { queueSecurityNotice } from '../links/link-emails.ts'
import { checkPassword } from './check-password.ts'
import type { SettingsDeps } from './credential-changes.ts'

type Caller = { user: SessionUser; request: FastifyRequest }

const begunSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

/** Nothing changes for log-ins yet. @throws Refusal wrong_password, too_many_passwords, two_factor_on */
export async function beginTwoFactor(
  deps: SettingsDeps,
  { user, request }: Caller,
  password: string,
) {
  await checkPassword(deps, { userId: user.id, password })
  if (await isTwoFactorOn(deps, user.id)) throw new Refusal('two_factor_on')
  const response = await callAuth(deps.auth, request, '/two-factor/enable', { password })
  await expectOk(response, 'Beginning two-factor log-in')
  const { totpURI, backupCodes } = begunSchema.parse(await response.json())
  return {
    secret: new URL(totpURI).searchParams.get('secret') ?? '',
    qrCode: drawQrCode(totpURI),
    backupCodes,
  }
}

/** In the first code's process, which is 30 seconds long, a user mistypes a few times. */
const codeWindowMs = 15 * 60_000
const maxWrongCodes = 10

/**
 * Returns the cookies of the session that replaces this one.
 * @throws Refusal wrong_code, too_many_codes, two_factor_on, two_factor_off when it was not begun
 */
export async function confirmTwoFactor(
  deps: SettingsDeps,
  { user, request }: Caller,
  code: string,
): Promise<string[]> {
  if (await isTwoFactorOn(deps, user.id)) throw new Refusal('two_factor_on')
  const { count } = await countAttempts(deps.db, `two-factor|${user.id}`, codeWindowMs)
  if (count > maxWrongCodes) throw new Refusal('too_many_codes')
  const response = await callAuth(deps.auth, request, appCodePath, { code })
  const problem = await problemOf(response)
  if (problem === 'TOTP_NOT_ENABLED') throw new Refusal('two_factor_off')
  // A simultaneous request with the same code has confirmed it, and replaced the session.
  if (problem === codeUsed || problem === 'INVALID_TWO_FACTOR_COOKIE')
    throw new Refusal('two_factor_on')
  if (problem === 'INVALID_CODE') throw new Refusal('wrong_code')
  await expectOk(response, 'Confirming two-factor log-in')
  const cookies = response.headers.getSetCookie()
  // Such a request has confirmed it and not yet replaced the session: the code is then accepted without a new one.
  if (cookies.length === 0) throw new Refusal('two_factor_on')
  await announce(deps, user, 'twoFactorOn')
  return cookies
}

/**
 * Returns the cookies of the session that replaces this one.
 * @throws Refusal wrong_password, too_many_passwords, two_factor_off
 */
export async function endTwoFactor(
  deps: SettingsDeps,
  { user, request }: Caller,
  password: string,
): Promise<string[]> {
  await checkPassword(deps, { userId: user.id, password })
  if (!(await isTwoFactorOn(deps, user.id))) throw new Refusal('two_factor_off')
  const response = await callAuth(deps.auth, request, '/two-factor/disable', { password })
  await expectOk(response, 'Ending two-factor log-in')
  await announce(deps, user, 'twoFactorOff')
  return response.headers.getSetCookie()
}

const renewedSchema = z.object({ backupCodes: z.array(z.string()) })

/** @throws Refusal wrong_password, too_many_passwords, two_factor_off */
export async function renewBackupCodes(
  deps: SettingsDeps,
  { user, request }: Caller,
  password: string,
) {
  await checkPassword(deps, { userId: user.id, password })
  if (!(await isTwoFactorOn(deps, user.id))) throw new Refusal('two_factor_off')
  const response = await callAuth(deps.auth, request, '/two-factor/generate-backup-codes', {
    password,
  })
  await expectOk(response, 'Renewing backup codes')
  return { backupCodes: renewedSchema.parse(await response.json()).backupCodes }
}

async function isTwoFactorOn({ db }: SettingsDeps, userId: string): Promise<boolean> {
  const { two_factor_enabled: isOn } = await db
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return isOn
}

async function announce(
  { db, publicUrl }: SettingsDeps,
  { id: userId, sessionId: replacedSessionId }: SessionUser,
  what: 'twoFactorOn' | 'twoFactorOff',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await publish(tx, { name: 'sessionsChanged', userId, replacedSessionId })
    await queueSecurityNotice(tx, what, { userId, publicUrl })
  })
}

/** better-auth's own code of a refusal; null for a success. */
export async function problemOf(response: Response): Promise<string | null> {
  if (response.ok) return null
  const { code } = z.object({ code: z.string().catch('') }).parse(await response.clone().json())
  return code
}

/** With the quiet margin that readers need. */
function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: squares.join('') }
}
