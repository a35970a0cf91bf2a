// Confirming an address by the link in an email: that of a new account, or the new one of an account.

import { maxEmailsADay, secondsBetweenEmails } from '#rules/accounts/account-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { countAttempt } from '../login-limit.ts'
import { createEmailLink, deleteEmailLinks, takeEmailLink } from './email-links.ts'
import { queueAddressChangedMail, queueVerificationMail } from './link-emails.ts'

const dayMs = 24 * 60 * 60_000

type Account = { id: string; email: string; username: string }

/** @throws Refusal email_just_sent */
export async function sendVerification(
  tx: Db,
  { id: userId, email, username }: Account,
  publicUrl: string,
): Promise<void> {
  await countSentEmail(tx, { kind: 'verify-email', userId })
  const token = await createEmailLink(tx, { kind: 'verify_email', userId, email })
  await queueVerificationMail(tx, { address: email, username }, { token, publicUrl })
}

/** @throws Refusal email_just_sent */
export function countSentEmail(tx: Db, { kind, userId }: { kind: string; userId: string }) {
  return countUserAction(tx, {
    kind,
    userId,
    limits: [
      { max: 1, periodMs: secondsBetweenEmails * 1_000 },
      { max: maxEmailsADay, periodMs: dayMs },
    ],
    refusal: 'email_just_sent',
  })
}

/** @throws Refusal too_many_requests, link_expired, email_taken */
export async function confirmEmail(
  db: Db,
  { token, address }: { token: string; address: string },
): Promise<{ email: string }> {
  await countAttempt(db, { kind: 'link', address })
  return db.transaction().execute(async (tx) => {
    const link = await takeEmailLink(tx, { token, kinds: ['verify_email', 'change_email'] })
    if (link.kind === 'change_email') await replaceEmail(tx, link)
    else await markVerified(tx, link)
    return { email: link.email }
  })
}

type Link = { userId: string; email: string }

async function markVerified(tx: Db, { userId, email }: Link): Promise<void> {
  const verified = await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
  // The account has another address by now.
  if (verified.numUpdatedRows === 0n) throw new Refusal('link_expired')
}

async function replaceEmail(tx: Db, { userId, email }: Link): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select(['email as address', 'username'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('users')
    .set({ email, email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
    .catch(refuseTaken)
  // Also those for a new password: who reads the mail of the former address must not use them.
  await deleteEmailLinks(tx, { userId, kinds: ['verify_email', 'change_email', 'reset_password'] })
  await queueAddressChangedMail(tx, before, email)
}

/** Somebody else may have taken the address since the link was sent: the unique index decides. @throws Refusal email_taken */
function refuseTaken(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null
  if (constraint === 'users_email') throw new Refusal('email_taken', { cause: error })
  throw error
}

/** @throws Refusal email_taken */
export async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (owner) throw new Refusal('email_taken')
}
