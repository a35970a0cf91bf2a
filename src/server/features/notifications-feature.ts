// Notifications, and the links that stop their emails.

import { notificationJobs } from '#server/notifications/notification-jobs.ts'
import {
  notificationRoutes,
  subscriptionRoutes,
} from '#server/notifications/notification-routes.ts'

export const notificationsFeature = {
  routes: [notificationRoutes, subscriptionRoutes],
  jobs: [notificationJobs],
}
