// What the bell opens: the newest notifications, loaded again with each change while it is open.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { listNotifications, Notification } from '#contracts/notifications/notifications.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { request } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { notificationMessages } from './notification-messages.ts'
import { NotificationRow } from './notification-row.tsx'
import { notifications, useNotifications } from './notifications-store.ts'

type Loaded =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'shown'; newest: Notification[] }

export function NewestNotifications() {
  const { loaded, load } = useNewest()
  const unread = useNotifications((state) => state.unread)
  const heading = useRef<HTMLParagraphElement>(null)
  const markAllRead = async () => {
    await notifications.markAllRead()
    moveFocus(heading.current)
  }
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3 px-2 pb-2">
        <p ref={heading} tabIndex={-1} className="font-display text-xl">
          Notifications
        </p>
        {unread > 0 && (
          <Button variant="ghost" size="sm" onClick={() => void markAllRead()}>
            Mark all as read
          </Button>
        )}
      </div>
      {loaded.state === 'loading' && <Spinner />}
      {loaded.state === 'failed' && (
        <div className="grid justify-items-start gap-3 px-2 pb-3">
          <ErrorText>{notificationMessages.loadFailed}</ErrorText>
          <Button variant="ghost" size="sm" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {loaded.state === 'shown' && loaded.newest.length === 0 && (
        <p className="px-2 pb-3 text-ink-2">{notificationMessages.none}</p>
      )}
      {loaded.state === 'shown' && loaded.newest.length > 0 && (
        <ul className="notification-menu-list">
          {loaded.newest.map((one) => (
            <NotificationRow key={one.id} notification={one} onRead={notifications.markRead} />
          ))}
        </ul>
      )}
      <p className="flex justify-between gap-4 px-2 pt-3">
        <PageLink href={pageRoutes.notifications}>See all</PageLink>
        <PageLink href={pageRoutes.notificationSettings}>Settings</PageLink>
      </p>
    </>
  )
}

/** Loaded now, and again with each change. */
function useNewest() {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const latest = useRef(0)
  const load = useCallback(async () => {
    const asked = ++latest.current
    const result = await request<typeof listNotifications>('GET /api/notifications', {})
    // An older response must not replace a newer one.
    if (asked !== latest.current) return
    setLoaded(
      result.ok ? { state: 'shown', newest: result.value.notifications } : { state: 'failed' },
    )
  }, [])
  useEffect(() => {
    void load()
    return notifications.store.subscribe(({ version }, before) => {
      if (version !== before.version) void load()
    })
  }, [load])
  return { loaded, load }
}
