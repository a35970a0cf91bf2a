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
      <div className="notification-menu-head">
        <p ref={heading} tabIndex={-1} className="popover-title">
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
        <div className="stack-sm stack-start notification-menu-words">
          <ErrorText>{notificationMessages.loadFailed}</ErrorText>
          <Button variant="ghost" size="sm" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {loaded.state === 'shown' && loaded.newest.length === 0 && (
        <p className="muted notification-menu-words">{notificationMessages.none}</p>
      )}
      {loaded.state === 'shown' && loaded.newest.length > 0 && (
        <ul className="notification-menu-list">
          {loaded.newest.map((one) => (
            <NotificationRow key={one.id} notification={one} onRead={notifications.markRead} />
          ))}
        </ul>
      )}
      <p className="notification-menu-links">
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
