// Sends the rows of the mails table.

import type { Db } from '#server/db/client.ts'
import type { Mail } from '#server/gateways/mail/mail.ts'
import type { Jobs } from '#server/jobs/job-names.ts'

export function mailJobs({ db, mail }: { db: Db; mail: Mail }): Jobs {
  return {
    async send_mail({ mailId }, { signal }) {
      const email = await db
        .selectFrom('mails')
        .selectAll()
        .where('id', '=', mailId)
        .where('sent_at', 'is', null)
        .executeTakeFirst()
      if (!email) return
      const message = {
        id: email.id,
        to: email.recipient,
        subject: email.subject,
        text: email.text_body,
        html: email.html_body,
        unsubscribeUrl: email.unsubscribe_url,
      }
      await mail.send(message, signal)
      // A crash here sends the email twice, with the same id; the other order could lose it.
      await db.updateTable('mails').set({ sent_at: new Date() }).where('id', '=', mailId).execute()
    },
  }
}
