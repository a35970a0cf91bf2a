// The email about a notification, to a user who wants it.

import { sql } from 'kysely'
import {
  isEmailChoice,
  wantsEmail,
  type NotificationKind,
} from '#rules/notifications/notification-kinds.ts'
import type { Db } from '#server/db/client.ts'
import type { EmailBlock } from '#server/mail/email-template.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { shownNotifications, textOf } from './notification-queries.ts'

type EmailDeps = { db: Db; publicUrl: string }

/** Once, however often the job runs: the row is locked, and marked in the transaction that queues the email. */
export async function emailNotification(
  { db, publicUrl }: EmailDeps,
  notificationId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('notifications')
      .set({ emailed_at: sql`now()` })
      .where('id', '=', notificationId)
      .where('emailed_at', 'is', null)
      .returning(['user_id', 'kind'])
      .executeTakeFirst()
    if (!marked || !(await isEmailWanted(tx, marked.user_id, marked.kind))) return
    const notification = await findForEmail(tx, notificationId)
    const { sentence, addition, path, pathLabel } = textOf(notification)
    await queueEmail(tx, marked.user_id, {
      dedupeKey: `notification:${notificationId}`,
      subject: sentence.replace(/\.$/, ''),
      blocks: [
        { paragraph: addition === '' ? sentence : `${sentence} ${addition}` },
        ...writtenText(notification),
        { button: { label: pathLabel, url: publicUrl + path } },
      ],
    })
  })
}

/** A banned user and an address that is not verified get only what is transactional. */
async function isEmailWanted(db: Db, userId: string, kind: NotificationKind): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .leftJoin('notification_choices as choices', (join) =>
      join.onRef('choices.user_id', '=', 'users.id').on('choices.kind', '=', kind),
    )
    .select(['users.email_verified', 'users.banned', 'choices.emails'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  return (
    !isEmailChoice(kind) || (user.email_verified && !user.banned && wantsEmail(kind, user.emails))
  )
}

function findForEmail(db: Db, notificationId: string) {
  return shownNotifications(db)
    .leftJoin('reviews', 'reviews.id', 'notifications.review_id')
    .leftJoin('comments', 'comments.id', 'notifications.comment_id')
    .select(['reviews.text as review', 'reviews.answer', 'comments.text as comment'])
    .where('notifications.id', '=', notificationId)
    .executeTakeFirstOrThrow()
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
