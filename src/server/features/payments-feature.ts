// Payments of whatever is sold, and what becomes of the money.

import { balanceJobs } from '#server/balance/balance-jobs.ts'
import { invariantJobs } from '#server/payments/invariant-jobs.ts'
import { paymentAccountRoutes } from '#server/payments/payment-account-routes.ts'
import { paymentEventRoutes } from '#server/payments/payment-event-routes.ts'
import { paymentJobs } from '#server/payments/payment-jobs.ts'

export const paymentsFeature = {
  routes: [paymentAccountRoutes, paymentEventRoutes],
  jobs: [paymentJobs, balanceJobs, invariantJobs],
}
