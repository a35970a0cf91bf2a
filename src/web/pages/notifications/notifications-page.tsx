import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contracts/notifications/notifications.ts'
import type { NotificationView } from '#rules/notifications/notification-kinds.ts'
import { notificationsPath } from '#rules/notifications/notification-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { notificationMessages } from '#web/notifications/notification-messages.ts'
import { NotificationRow } from '#web/notifications/notification-row.tsx'
import { notifications, useNotifications } from '#web/notifications/notifications-store.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterLinks } from '#web/ui/filter-links.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/notifications-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Notifications', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const show: NotificationView = url.searchParams.get('show') === 'unread' ? 'unread' : 'all'
  const list = await context.get(apiContext).request(listNotifications, { page, show })
  return { ...valueForUser(list, url), show }
}

/** Without a script: marks one as read, or all of them. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const id = (await request.formData()).get('id')
  const api = context.get(apiContext)
  const marked =
    typeof id === 'string'
      ? await api.request(markNotificationRead, { id })
      : await api.request(markAllNotificationsRead, {})
  valueForUser(marked, url)
  return null
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { notifications: shown, unread, show, ...paging } = loaderData
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  useLoadedAgain(revalidate)
  const markAllRead = async () => {
    await notifications.markAllRead()
    moveFocus(heading.current)
  }
  return (
    <div className="page page-narrow">
      <div className="page-head page-head-tall">
        <h1 ref={heading} tabIndex={-1}>
          Notifications
        </h1>
        <PageLink href={pageRoutes.notificationSettings}>Settings</PageLink>
      </div>
      {(shown.length > 0 || show === 'unread') && (
        <ListHead show={show} unread={unread} onMark={markAllRead} />
      )}
      {shown.length > 0 && (
        <div className="panel panel-list">
          <ul>
            {shown.map((one) => (
              <NotificationRow
                key={one.id}
                notification={one}
                onRead={notifications.markRead}
                {...(show === 'unread' && { nextFocus: heading })}
              />
            ))}
          </ul>
        </div>
      )}
      {shown.length === 0 && <NoNotifications show={show} />}
      <Paging {...paging} addressOf={(page) => notificationsPath({ page, show })} />
    </div>
  )
}

function NoNotifications({ show }: { show: NotificationView }) {
  if (show === 'unread') return <EmptyState title={notificationMessages.allRead} />
  return (
    <EmptyState
      title={notificationMessages.none}
      text={notificationMessages.whatComes}
      action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
    />
  )
}

type ListHeadProps = { show: NotificationView; unread: number; onMark: () => Promise<void> }

function ListHead({ show, unread, onMark }: ListHeadProps) {
  const linkTo = (name: string, view: NotificationView) => ({
    name,
    href: notificationsPath({ show: view }),
    isCurrent: show === view,
  })
  return (
    <div className="notification-filters">
      <FilterLinks
        label="Which notifications"
        links={[linkTo('All', 'all'), { ...linkTo('Unread', 'unread'), count: unread }]}
      />
      <p role="status" className="sr-only">
        {unread === 0 ? notificationMessages.allRead : `${unread} unread`}
      </p>
      {unread > 0 && (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void onMark()
          }}
        >
          <Button type="submit" variant="ghost" size="sm">
            Mark all as read
          </Button>
        </form>
      )}
    </div>
  )
}

/** The list as the server has it, after each change that this tab is told of or has made. */
function useLoadedAgain(revalidate: () => Promise<void>): void {
  const version = useNotifications((state) => state.version)
  const known = useRef(version)
  useEffect(() => {
    if (version === known.current) return
    // The first count says nothing new: the page was just loaded.
    const isFirst = known.current === 0
    known.current = version
    if (!isFirst) void revalidate()
  }, [version, revalidate])
}
