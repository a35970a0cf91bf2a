// Queues an email: a row in the caller's transaction, sent by a job.

import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { writeEmail, type EmailContent } from './email-template.ts'

/** A user by their id, or any address: of somebody without an account, or one that is not the account's yet. */
type Reader = string | { address: string; username?: string }

type QueuedEmail = EmailContent & {
  dedupeKey: string
  /** Where mail programs unsubscribe with one click (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** A second email with the same `dedupeKey` violates the unique index and rolls back the whole transaction. */
export async function queueEmail(tx: Db, to: Reader, email: QueuedEmail): Promise<void> {
  const reader = typeof to === 'string' ? await findReader(tx, to) : to
  if (reader === null) return
  const { address, username = null } = reader
  const { dedupeKey, subject, unsubscribeUrl = null } = email
  const mailId = randomUUID()
  await tx
    .insertInto('mails')
    .values({
      id: mailId,
      about: dedupeKey,
      recipient: address,
      subject,
      unsubscribe_url: unsubscribeUrl,
      ...writeEmail(email, username),
    })
    .execute()
  await addJob(tx, 'send_mail', { mailId })
}

/** Null for an account that was deleted: it has no address. */
async function findReader(
  tx: Db,
  userId: string,
): Promise<{ address: string; username: string } | null> {
  const { deleted_at: deletedAt, ...reader } = await tx
    .selectFrom('users')
    .select(['email as address', 'username', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return deletedAt === null ? reader : null
}
