// Who gets which emails about notifications, and how their readers stop them.

import { unsubscribe } from '#contracts/notifications/notifications.ts'
import {
  concerns,
  isEmailChoice,
  notificationKindNames,
  notificationKinds,
  wantsEmail,
  type NotificationKind,
} from '#rules/notifications/notification-kinds.ts'
import type { Emailed } from '#rules/notifications/kind-row.ts'
import { pageRoutes, unsubscribePath } from '#rules/page-paths.ts'
import type { Db } from '#server/db/client.ts'
import type { EmailBlock } from '#server/mail/email-template.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type EmailDeps = { db: Db; publicUrl: string; tokens: UnsubscribeTokens }
type Subscription = { userId: string; kind: NotificationKind }

/** A banned user and an address that is not verified get only what is transactional. */
export async function isEmailWanted(db: Db, { userId, kind }: Subscription): Promise<boolean> {
  if (!isEmailChoice(kind)) return true
  const user = await db
    .selectFrom('users')
    .leftJoin('notification_choices as choices', (join) =>
      join.onRef('choices.user_id', '=', 'users.id').on('choices.kind', '=', kind),
    )
    .select(['users.email_verified', 'users.banned', 'choices.emails'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return user !== undefined && user.email_verified && !user.banned && wantsEmail(kind, user.emails)
}

/** Why the email was sent, and how it is stopped: for its reader and for mail programs. */
export function aroundEmail({ publicUrl, tokens }: Omit<EmailDeps, 'db'>, of: Subscription) {
  if (!isEmailChoice(of.kind)) {
    const footer: EmailBlock[] = [
      { paragraph: 'This email is about your account. It is sent whatever your settings are.' },
    ]
    return { footer, unsubscribeUrl: null }
  }
  const token = tokens.create(of)
  const footer: EmailBlock[] = [
    { paragraph: `You get emails about: ${notificationKinds[of.kind].label}.` },
    { link: { label: 'Stop these emails', url: publicUrl + unsubscribePath(token) } },
    { link: { label: 'Choose your emails', url: publicUrl + pageRoutes.notificationSettings } },
  ]
  const query = new URLSearchParams({ token })
  return { footer, unsubscribeUrl: `${publicUrl}${unsubscribe.path}?${query}` }
}

/** The choice of each kind that can be chosen. */
export async function findChoices(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['email_verified', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('notification_choices')
    .select(['kind', 'emails'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(stored.map(({ kind, emails }) => [kind, emails]))
  const isOffered = (kind: NotificationKind) => isEmailChoice(kind) && concerns(kind, user.role)
  const choices = notificationKindNames.filter(isOffered).map((kind) => ({
    kind,
    label: notificationKinds[kind].label,
    collected: collectedAs(kind),
    emails: wantsEmail(kind, chosen.get(kind) ?? null),
  }))
  return { choices, isEmailVerified: user.email_verified }
}

function collectedAs(kind: NotificationKind): 'daily' | 'hourly' | null {
  const { emailed }: { emailed: Emailed } = notificationKinds[kind]
  return emailed === 'daily' || emailed === 'hourly' ? emailed : null
}

/** The user may be gone: an email is older than the account's deletion. */
export async function storeChoice(
  db: Db,
  { userId, kind, emails }: Subscription & { emails: boolean },
): Promise<void> {
  await db
    .insertInto('notification_choices')
    .columns(['user_id', 'kind', 'emails'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((user) => ['users.id', user.val(kind).as('kind'), user.val(emails).as('emails')])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ emails }))
    .execute()
}
