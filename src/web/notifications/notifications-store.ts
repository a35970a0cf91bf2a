// The notifications of this browser tab, and the hook that subscribes components to them.

import type {
  countUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contracts/notifications/notifications.ts'
import { sessionStoreHook } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { followChanges } from '#web/api/live-events.ts'
import { createNotifications } from './notifications.ts'

export const notifications = createNotifications({
  calls: {
    count: () => request<typeof countUnreadNotifications>('GET /api/notifications/unread', {}),
    markRead: (id) =>
      request<typeof markNotificationRead>('POST /api/notifications/{id}/read', { id }),
    markAllRead: () => request<typeof markAllNotificationsRead>('POST /api/notifications/read', {}),
  },
  follow: followChanges,
  isHidden: () => document.hidden,
})

export const useNotifications = sessionStoreHook(notifications.store, notifications.followSession)
