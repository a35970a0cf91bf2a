// Notifications without the events they tell of.

import { randomUUID } from 'node:crypto'
import { notify } from '#server/notifications/notify.ts'
import type { NotificationView } from '#rules/notifications/notification-kinds.ts'
import type { NotificationList } from '#contracts/notifications/notifications.ts'
import type { TestApp, TestUser } from '../test-app.ts'

type Notice = Parameters<typeof notify>[1]

export const tell = (app: TestApp, notice: Notice) =>
  app.db.transaction().execute((tx) => notify(tx, notice))

export const notificationsOf = async (
  app: TestApp,
  as: TestUser,
  page = 1,
  show: NotificationView = 'all',
) =>
  (
    await app.call(`GET /api/notifications?page=${page}&show=${show}`, { as })
  ).json<NotificationList>()

/** Returns the id. */
export async function createNotification(app: TestApp, { id: to }: TestUser): Promise<string> {
  const key = randomUUID()
  await tell(app, { kind: 'transfer', pence: 500, to, key })
  const { id } = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}

/** Emails that are a choice reach verified addresses only. */
export async function verifyEmails(app: TestApp): Promise<void> {
  await app.db.updateTable('users').set({ email_verified: true }).execute()
}
