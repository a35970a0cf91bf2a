// The bell of a user, with the number of unread notifications, and what it opens.

import { Bell } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { pageRoutes } from '#rules/page-paths.ts'
import { badgeText } from '#web/ui/whole-number.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { bellName, notificationMessages } from './notification-messages.ts'
import { useNotifications } from './notifications-store.ts'

const menuId = 'notification-menu'

const NewestNotifications = lazyOr(
  async () => ({ default: (await import('./newest-notifications.tsx')).NewestNotifications }),
  OnlyLink,
)

export function BellButton() {
  const unread = useNotifications((state) => state.unread)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button bell"
        popoverTarget={menuId}
        aria-label={bellName(unread)}
      >
        <Bell size={22} aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-badge" aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
      </button>
      <Announcement unread={unread} />
      <section
        id={menuId}
        popover="auto"
        className="popover"
        aria-label="Notifications"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <NewestNotifications />
          </Suspense>
        )}
      </section>
    </>
  )
}

/** Read to those who cannot see the badge, when the number has grown while the page is open. */
function Announcement({ unread }: { unread: number }) {
  const [text, setText] = useState('')
  const known = useRef<number | null>(null)
  useEffect(() => {
    const before = known.current
    known.current = unread
    if (before !== null && before > 0 && unread > before) setText(notificationMessages.arrived)
    else if (unread < (before ?? 0)) setText('')
  }, [unread])
  return <output className="sr-only">{text}</output>
}

/** When the list's script cannot be loaded. */
function OnlyLink() {
  return <PageLink href={pageRoutes.notifications}>See all notifications</PageLink>
}
