// A forgotten password: a link by email, which sets a new one.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { Auth } from '../auth.ts'
import { isCommonPassword } from '../common-password.ts'
import { endSessions } from '../end-sessions.ts'
import { countAttempt } from '../login-limit.ts'
import { createEmailLink, deleteEmailLinks, findEmailLink, takeEmailLink } from './email-links.ts'
import { queueResetMail, queueSecurityNotice } from './link-emails.ts'

const hourMs = 60 * 60_000
/** To one account, so that nobody can fill a mailbox. */
const maxLinksAnHour = 3

/**
 * The same work for every address, so that neither the response nor its time tells whether there is an account: a job
 * finds out.
 * @throws Refusal too_many_requests
 */
export async function requestPasswordReset(
  db: Db,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await countAttempt(db, { kind: 'reset', address })
  await addJob(db, 'send_reset_link', { email }, { key: `reset:${email}` })
}

/** The job. An unknown address, and one that has had its links, get no email. */
export async function sendResetLink(db: Db, { email }: { email: string }, publicUrl: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return
  const { count } = await countAttempts(db, `reset-link|${user.id}`, hourMs)
  if (count > maxLinksAnHour) return
  await db.transaction().execute(async (tx) => {
    const link = { kind: 'reset_password', userId: user.id, email: user.email } as const
    const token = await createEmailLink(tx, link)
    await queueResetMail(tx, user.id, { token, publicUrl })
  })
}

type Reset = { token: string; password: string; address: string; publicUrl: string }

/** @throws Refusal too_many_requests, link_expired, password_common */
export async function resetPassword(
  { db, auth }: { db: Db; auth: Auth },
  { token, password, address, publicUrl }: Reset,
): Promise<void> {
  await countAttempt(db, { kind: 'link', address })
  const wanted = { token, kinds: ['reset_password' as const] }
  // Before the hash, which costs much: an invented token is refused at once.
  const { userId, email, username } = await findEmailLink(db, wanted)
  if (isCommonPassword(password, { email, username })) throw new Refusal('password_common')
  const hash = await (await auth.$context).password.hash(password)
  await db.transaction().execute(async (tx) => {
    // A session that begins now waits for the end of this, because it refers to the account: its log-in is then refused.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    await takeEmailLink(tx, wanted)
    // Also to a new email: whoever asked for it knew the former password.
    await deleteEmailLinks(tx, { userId, kinds: ['reset_password', 'change_email'] })
    await storePassword(tx, { userId, hash })
    // The link came by this address.
    await tx
      .updateTable('users')
      .set({ email_verified: true, updated_at: new Date() })
      .where('id', '=', userId)
      .where('email', '=', email)
      .execute()
    await endSessions(tx, { userId })
    await queueSecurityNotice(tx, 'passwordChanged', { userId, publicUrl })
  })
}

async function storePassword(tx: Db, { userId, hash }: { userId: string; hash: string }) {
  await tx
    .updateTable('credentials')
    .set({ password: hash, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
}
