// The notifications of this browser tab, and the hook that subscribes components to them.

import { useEffect } from 'react'
import { useStore } from 'zustand'
import type {
  countUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contracts/notifications/notifications.ts'
import { session } from '#web/accounts/session-store.ts'
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

type State = ReturnType<(typeof notifications)['store']['getState']>

/** The first component that shows them makes the store follow the session. */
export function useNotifications<Selected>(select: (state: State) => Selected): Selected {
  useEffect(startFollowing, [])
  return useStore(notifications.store, select)
}

let isFollowing = false

function startFollowing(): void {
  if (isFollowing) return
  isFollowing = true
  void session.known()
  notifications.followSession(session.get())
  session.store.subscribe(notifications.followSession)
}
