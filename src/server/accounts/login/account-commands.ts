// Registers accounts, logs in and out: maps better-auth's responses to the app's refusals.

import type { FastifyRequest } from 'fastify'
import type { OpenRole, Role } from '#rules/permissions.ts'
import { Refusal, refusalMessage } from '#rules/errors/refusal.ts'
import { usernameKey } from '#rules/username.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { SessionUser } from '#server/http/session.ts'
import { storeArtists } from '../artist-row.ts'
import type { Auth } from '../auth.ts'
import { callAuth, expectOk } from '../call-auth.ts'
import { isCommonPassword } from '../common-password.ts'
import { refuseEndedSession } from '../end-sessions.ts'
import { sendVerification } from '../links/email-confirmation.ts'
import { countAttempt, countGuess, trustAddress } from '../login-limit.ts'
import { findPasswordHash, refuseOutdatedLogin } from './outdated-login.ts'
import { renewSessionPath } from '../renew-session.ts'

type NewAccount = { email: string; username: string; password: string; role: OpenRole }
export type LoggedIn = { user: { id: string; username: string; role: Role }; cookies: string[] }

/** @throws Refusal email_taken, username_taken, password_common, too_many_requests */
export async function registerAccount(
  { db, auth, publicUrl }: { db: Db; auth: Auth; publicUrl: string },
  account: NewAccount,
  request: FastifyRequest,
): Promise<LoggedIn> {
  await countAttempt(db, { kind: 'register', address: request.ip })
  if (isCommonPassword(account.password, account)) throw new Refusal('password_common')
  await refuseTaken(db, account)
  const { email, password, username: name, role } = account
  try {
    // One transaction: there is no account without its email.
    return await db.transaction().execute(async (tx) => {
      const sent = { email, password, name, role }
      const response = await callAuth(auth.within(tx), request, '/sign-up/email', sent)
      await expectOk(response, 'Registering')
      const { user, cookies } = await loggedIn(tx, response, email)
      await storeArtists(tx, [user.id])
      await sendVerification(tx, { ...user, email }, publicUrl)
      await trustAddress(tx, { email, address: request.ip })
      return { user, cookies }
    })
  } catch (error) {
    // Two requests may have used the same name at once: the unique index accepted one.
    await refuseTaken(db, account)
    throw error
  }
}

/**
 * With two-factor log-in the cookies are those of the second step, and there is no user yet.
 * @throws Refusal wrong_login (the same for an unknown email), too_many_requests, too_many_logins
 */
export async function logInAccount(
  { db, auth }: { db: Db; auth: Auth },
  login: { email: string; password: string },
  request: FastifyRequest,
): Promise<LoggedIn | { user: null; cookies: string[] }> {
  const from = { email: login.email, address: request.ip }
  await countAttempt(db, { kind: 'log-in', address: request.ip })
  const counted = await countGuess(db, from, auth.options.secret)
  const hash = await findPasswordHash(db, login.email)
  const response = await callAuth(auth, request, '/sign-in/email', login)
  if (response.ok) {
    await refuseOutdatedLogin(db, { email: login.email, hash, response })
    await trustAddress(db, from, counted)
    if (await needsSecondStep(response))
      return { user: null, cookies: response.headers.getSetCookie() }
    return loggedIn(db, response, login.email)
  }
  if (response.status === 401) throw new Refusal('wrong_login')
  throw new Error(`Logging in failed: ${response.status} ${await response.text()}`)
}

async function needsSecondStep(response: Response): Promise<boolean> {
  const body: unknown = await response.clone().json()
  return typeof body === 'object' && body !== null && 'twoFactorRedirect' in body
}

/** Ends the session on the server; without a session it only clears the cookie. */
export async function logOutAccount(
  { db, auth }: { db: Db; auth: Auth },
  user: { id: string } | null,
  request: FastifyRequest,
): Promise<string[]> {
  const response = await callAuth(auth, request, '/sign-out', {})
  if (user) {
    const event = { name: 'sessionsChanged', userId: user.id } as const
    await db.transaction().execute((tx) => publish(tx, event))
  }
  return response.headers.getSetCookie()
}

/** Returns the cookies of the session that replaces this one. @throws Refusal not_a_customer */
export async function makeArtist(
  { db, auth }: { db: Db; auth: Auth },
  { id: userId, sessionId: replacedSessionId }: SessionUser,
  request: FastifyRequest,
): Promise<LoggedIn> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ role: 'artist', updated_at: new Date() })
      .where('id', '=', userId)
      .where('role', '=', 'customer')
      .returning(['id', 'username', 'role'])
      .executeTakeFirst()
    if (!user) throw new Refusal('not_a_customer')
    await refuseEndedSession(tx, { id: userId, sessionId: replacedSessionId })
    const response = await callAuth(auth.within(tx), request, renewSessionPath, {})
    await expectOk(response, 'Renewing a session')
    await storeArtists(tx, [userId])
    await publish(tx, { name: 'sessionsChanged', userId, replacedSessionId })
    return { user, cookies: response.headers.getSetCookie() }
  })
}

async function loggedIn(db: Db, response: Response, email: string): Promise<LoggedIn> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new Error('The account that has just logged in is not there.')
  return { user, cookies: response.headers.getSetCookie() }
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/** Both at once, so that nobody corrects one only to hear of the other. @throws Refusal email_taken, username_taken */
async function refuseTaken(
  db: Db,
  { email, username }: Pick<NewAccount, 'email' | 'username'>,
): Promise<void> {
  const isEmailTaken = (await findUserByEmail(db, email)) !== undefined
  if (!(await isNameTaken(db, username))) {
    if (isEmailTaken) throw new Refusal('email_taken')
    return
  }
  if (!isEmailTaken) throw new Refusal('username_taken')
  const issues = [
    { path: ['email'], message: refusalMessage('email_taken') },
    { path: ['username'], message: refusalMessage('username_taken') },
  ]
  throw new Refusal('username_taken', { issues })
}

async function isNameTaken(db: Db, username: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('username_key', '=', usernameKey(username)),
        eb('display_name_key', '=', usernameKey(username)),
        eb(eb.fn('lower', ['username']), '=', username.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
  return taken !== undefined
}
