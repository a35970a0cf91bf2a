// A new password, and a new email, which has to be confirmed first.

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { maxWantedEmailsAMinute } from '#rules/accounts/account-limits.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { publish } from '#server/events/site-events.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Auth } from '../auth.ts'
import { callAuth, expectOk } from '../call-auth.ts'
import { isCommonPassword } from '../common-password.ts'
import { lockCustomer } from '../customer-lock.ts'
import { endStartedLogins, refuseEndedSession } from '../end-sessions.ts'
import { countSentEmail, refuseTakenEmail } from '../links/email-confirmation.ts'
import { createEmailLink, deleteEmailLinks } from '../links/email-links.ts'
import { queueNewAddressMail, queueSecurityNotice } from '../links/link-emails.ts'
import { checkPassword } from './check-password.ts'

export type SettingsDeps = { db: Db; auth: Auth; publicUrl: string }

type PasswordChange = { currentPassword: string; newPassword: string }

/**
 * Returns the cookies of a new session, which replaces all others.
 * @throws Refusal wrong_password, too_many_passwords, password_common
 */
export async function changePassword(
  deps: SettingsDeps,
  { user, request }: { user: SessionUser; request: FastifyRequest },
  { currentPassword, newPassword }: PasswordChange,
): Promise<string[]> {
  const { db, auth, publicUrl } = deps
  await checkPassword(deps, { userId: user.id, password: currentPassword })
  if (isCommonPassword(newPassword, user)) throw new Refusal('password_common')
  const response = await callAuth(auth, request, '/change-password', {
    currentPassword,
    newPassword,
    revokeOtherSessions: true,
  })
  await expectOk(response, 'Changing a password')
  await db.transaction().execute(async (tx) => {
    // A new email that somebody else who knew the former password has asked for is not confirmed either.
    await deleteEmailLinks(tx, { userId: user.id, kinds: ['reset_password', 'change_email'] })
    await endStartedLogins(tx, user.id)
    await publish(tx, {
      name: 'sessionsChanged',
      userId: user.id,
      replacedSessionId: user.sessionId,
    })
    await queueSecurityNotice(tx, 'passwordChanged', { userId: user.id, publicUrl })
  })
  return response.headers.getSetCookie()
}

/**
 * The address of the account stays until the new one is confirmed.
 * @throws Refusal wrong_password, too_many_passwords, too_many_requests, email_taken, email_just_sent, login_required
 */
export async function changeEmail(
  deps: SettingsDeps,
  user: SessionUser,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { id: userId, username } = user
  await checkPassword(deps, { userId, password })
  await countWantedEmail(deps.db, userId)
  await refuseTakenEmail(deps.db, email)
  await deps.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, userId)
    await refuseEndedSession(tx, user)
    await countSentEmail(tx, { kind: 'change-email', userId })
    // Only the latest new address can be confirmed.
    await deleteEmailLinks(tx, { userId, kinds: ['change_email'] })
    const token = await createEmailLink(tx, { kind: 'change_email', userId, email })
    await queueNewAddressMail(
      tx,
      { address: email, username },
      { token, publicUrl: deps.publicUrl },
    )
  })
}

/** Also those that somebody else has, which a refusal tells. @throws Refusal too_many_requests */
function countWantedEmail(db: Db, userId: string): Promise<void> {
  const limits = [{ max: maxWantedEmailsAMinute, periodMs: 60_000 }]
  return countUserAction(db, {
    kind: 'wanted-email',
    userId,
    limits,
    refusal: 'too_many_requests',
  })
}
