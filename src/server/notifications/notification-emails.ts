// The email about a notification, to a user who wants it.

import { sql } from 'kysely'
import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'
import type { Db } from '#server/db/client.ts'
import type { EmailBlock } from '#server/mail/email-template.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { aroundEmail, isEmailWanted, type EmailDeps } from './email-subscriptions.ts'
import { shownNotifications, textOf } from './notification-queries.ts'

/** Once, however often the job runs: the notification is marked in the transaction that queues the email. */
export async function emailNotification(deps: EmailDeps, notificationId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('notifications')
      .set({ emailed_at: sql`now()` })
      .where('id', '=', notificationId)
      .where('emailed_at', 'is', null)
      .returning(['user_id as userId', 'kind'])
      .executeTakeFirst()
    if (!marked || !(await isEmailWanted(tx, marked))) return
    const notification = await findForEmail(tx, notificationId)
    const { sentence, addition, path, pathLabel } = textOf(notification)
    await queueEmail(tx, marked.userId, {
      dedupeKey: `notification:${notificationId}`,
      subject: sentence.replace(/\.$/, ''),
      blocks: [
        { paragraph: addition === '' ? sentence : `${sentence} ${addition}` },
        ...writtenText(notification),
        { button: { label: pathLabel, url: deps.publicUrl + path } },
      ],
      ...aroundEmail(deps, marked),
    })
  })
}

function findForEmail(db: Db, notificationId: string) {
  return (
    shownNotifications(db)
      // Not what a report has taken down meanwhile.
      .leftJoin('reviews', (join) =>
        join
          .onRef('reviews.id', '=', 'notifications.review_id')
          .on('reviews.taken_down_at', 'is', null),
      )
      .leftJoin('comments', (join) =>
        join
          .onRef('comments.id', '=', 'notifications.comment_id')
          .on('comments.taken_down_at', 'is', null),
      )
      .select(['reviews.text as review', 'reviews.answer', 'comments.text as comment'])
      .where('notifications.id', '=', notificationId)
      .executeTakeFirstOrThrow()
  )
}

type Written = {
  kind: NotificationKind
  review: string | null
  answer: string | null
  comment: string | null
}

/** What the actor wrote. */
function writtenText({ kind, review, answer, comment }: Written): EmailBlock[] {
  const quote = kind === 'review_answer' ? answer : (review ?? comment)
  return quote === null ? [] : [{ quote }]
}
