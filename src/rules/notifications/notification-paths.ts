// The path of the list of notifications with what is chosen of it.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import type { NotificationView } from './notification-kinds.ts'

export function notificationsPath({
  page = 1,
  show = 'all',
}: { page?: number; show?: NotificationView } = {}): string {
  return withQuery(pageRoutes.notifications, {
    show: show === 'all' ? undefined : show,
    page: laterPage(page),
  })
}
