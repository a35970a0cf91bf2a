// Queues an email to a customer: a row in the caller's transaction, sent by a job.

import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add-job.ts'

export type EmailBodies = { text_body: string; html_body: string }

/** A second email with the same `dedupeKey` violates the unique index and rolls back the whole transaction. */
export async function queueEmail(
  tx: Db,
  customerId: string,
  message: { dedupeKey: string; subject: string; write: (username: string) => EmailBodies },
): Promise<void> {
  const { dedupeKey, subject, write } = message
  const { email, username } = await tx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const mailId = randomUUID()
  await tx
    .insertInto('mails')
    .values({ id: mailId, about: dedupeKey, recipient: email, subject, ...write(username) })
    .execute()
  await addJob(tx, 'send_mail', { mailId })
}

/** `body` is HTML; the caller has escaped it. */
export function htmlEmail(body: string): string {
  return `<!doctype html><html lang="en-GB"><body style="background:#FBF6EC;color:#2A1A12;font-family:Georgia,serif;padding:24px"><div style="max-width:600px;margin:auto">${body}</div></body></html>`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
