// One notification: what has happened, with a link to it, and whether it has been read.

import { Check } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import type { Notification } from '#contracts/notifications/notifications.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { NotificationPicture } from './notification-picture.tsx'

type NotificationRowProps = {
  notification: Notification
  /** Marks it as read. Without a script the form sends it to the page of notifications. */
  onRead: (id: string) => Promise<unknown>
  /** Has the focus when it is marked as read, where the list then leaves it out; its link by default. */
  nextFocus?: RefObject<HTMLElement | null>
}

export function NotificationRow({ notification, onRead, nextFocus }: NotificationRowProps) {
  const { id, sentence, addition, path, createdAt, isRead } = notification
  const link = useRef<HTMLAnchorElement>(null)
  const read = async () => {
    await onRead(id)
    moveFocus((nextFocus ?? link).current)
  }
  const follow = () => {
    if (!isRead) void onRead(id)
  }
  return (
    <li className="notification">
      <NotificationPicture kind={notification.kind} coverUrl={notification.coverUrl} />
      <div className="notification-words">
        <PageLink ref={link} href={path} className="notification-link" onClick={follow}>
          {isRead ? (
            <bdi>{sentence}</bdi>
          ) : (
            <strong>
              <bdi>{sentence}</bdi>
            </strong>
          )}
        </PageLink>
        {addition !== '' && <p className="small user-text">{addition}</p>}
        <p className="notification-time">
          {!isRead && <span className="new-mark">New</span>}
          {!isRead && ' · '}
          <DateTimeText iso={createdAt} />
        </p>
      </div>
      {!isRead && (
        <form
          method="post"
          action={pageRoutes.notifications}
          onSubmit={(event) => {
            event.preventDefault()
            void read()
          }}
        >
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            className="icon-button"
            aria-label={`Mark as read: ${sentence}`}
            title="Mark as read"
          >
            <Check size={18} aria-hidden="true" />
          </button>
        </form>
      )}
    </li>
  )
}
