// Custom tracks: asking for one, delivering it, writing about it, judging it.

import { commissionRoutes } from '#server/commissions/asking/commission-routes.ts'
import { commissionJobs } from '#server/commissions/commission-timers.ts'
import { deliveryJobs } from '#server/commissions/deliveries/delivery-jobs.ts'
import { deliveryRoutes } from '#server/commissions/deliveries/delivery-routes.ts'
import { decisionRoutes } from '#server/commissions/judging/decision-routes.ts'
import { judgingRoutes } from '#server/commissions/judging/judging-routes.ts'
import { messageJobs } from '#server/commissions/messages/message-jobs.ts'
import { messageRoutes } from '#server/commissions/messages/message-routes.ts'
import { noteRoutes } from '#server/commissions/notes/note-routes.ts'

export const commissionsFeature = {
  routes: [
    commissionRoutes,
    deliveryRoutes,
    messageRoutes,
    judgingRoutes,
    noteRoutes,
    decisionRoutes,
  ],
  jobs: [commissionJobs, deliveryJobs, messageJobs],
}
