// A cart that is paid, and what is owned from then on.

import { orderRoutes } from '#server/orders/order-routes.ts'
import { ownedFileRoutes } from '#server/orders/owned-file-routes.ts'
import { receiptRoutes } from '#server/orders/receipt-routes.ts'
import { renditionJobs } from '#server/orders/rendition-jobs.ts'

export const ordersFeature = {
  routes: [orderRoutes, receiptRoutes, ownedFileRoutes],
  jobs: [renditionJobs],
}
