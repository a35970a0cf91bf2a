// Messages from the contact form: stored for the admins, and sent to the operator's address if there is one.

import { randomUUID } from 'node:crypto'
import {
  contactLimits,
  contactSubjectLabels,
  type ContactSubject,
} from '#rules/contact/contact-limits.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import { queueEmail } from '#server/mail/queue-email.ts'

type ContactMessage = {
  name: string
  email: string
  subject: ContactSubject
  message: string
  /** Null for a visitor. */
  userId: string | null
  /** The address of the network that it comes from. */
  address: string
}

type ContactDeps = { db: Db; publicUrl: string; contactEmail: string | null }

/** Returns its id. @throws Refusal too_many_messages; login_required when the account was deleted meanwhile */
export async function storeContactMessage(
  { db, publicUrl, contactEmail }: ContactDeps,
  { name, email, subject, message, userId, address }: ContactMessage,
): Promise<string> {
  const id = randomUUID()
  await db.transaction().execute(async (tx) => {
    // A banned user may write: about the ban, most likely.
    if (userId !== null) await lockAuthor(tx, userId)
    await countMessage(tx, networkOf(address))
    if (userId !== null) await countMessage(tx, userId)
    await tx
      .insertInto('contact_messages')
      .values({ id, user_id: userId, name, email, subject, message })
      .execute()
    await notifyAdmins(tx, {
      kind: 'contact_message',
      key: `contact:${id}`,
      titles: [name],
      messageId: id,
      subject,
    })
    if (contactEmail === null) return
    await queueEmail(
      tx,
      { address: contactEmail },
      {
        dedupeKey: `contact:${id}`,
        subject: `${contactSubjectLabels[subject]}: ${name}`,
        blocks: [
          { paragraph: `${name} (${email}) has written in the contact form:` },
          { quote: message },
          {
            button: {
              label: 'Open the message',
              url: new URL(adminPath('messages', { query: id }), publicUrl).href,
            },
          },
        ],
      },
    )
  })
  return id
}

function countMessage(tx: Db, sender: string): Promise<void> {
  const [kind, refusal] = ['contact', 'too_many_messages'] as const
  return countUserAction(tx, { kind, userId: sender, limits: contactLimits, refusal })
}
