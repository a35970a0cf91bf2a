// Payments of whatever is sold, refunds of them, and what becomes of the money.

import { balanceJobs } from '#server/balance/balance-jobs.ts'
import { reconciliationJobs } from '#server/daily-reconciliation/reconciliation-jobs.ts'
import { invariantJobs } from '#server/payments/reconciliation/invariant-jobs.ts'
import { paymentAccountRoutes } from '#server/payments/accounts/payment-account-routes.ts'
import { paymentEventRoutes } from '#server/payments/events/payment-event-routes.ts'
import { paymentJobs } from '#server/payments/events/payment-jobs.ts'
import { payoutRoutes } from '#server/payouts/payout-routes.ts'
import { payoutJobs } from '#server/payouts/payout-jobs.ts'
import { refundRoutes } from '#server/refunds/refund-routes.ts'

export const paymentsFeature = {
  routes: [paymentAccountRoutes, paymentEventRoutes, payoutRoutes, refundRoutes],
  jobs: [paymentJobs, balanceJobs, payoutJobs, invariantJobs, reconciliationJobs],
}
