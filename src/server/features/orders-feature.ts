// The cart, an order of it that is paid, and what is owned from then on.

import { cartRoutes } from '#server/cart/cart-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { ownedFileRoutes } from '#server/orders/owned-file-routes.ts'
import { receiptRoutes } from '#server/orders/receipt-routes.ts'
import { renditionJobs } from '#server/orders/rendition-jobs.ts'

export const ordersFeature = {
  routes: [cartRoutes, orderRoutes, receiptRoutes, ownedFileRoutes],
  jobs: [renditionJobs],
}
