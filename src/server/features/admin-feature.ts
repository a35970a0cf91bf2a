// The feature of the admin's area.

import { auditLogRoutes } from '#server/admin/audit-log-routes.ts'
import { bankDisputeRoutes } from '#server/bank-disputes/bank-dispute-routes.ts'
import { evidenceFileJobs } from '#server/bank-disputes/files/evidence-file-jobs.ts'
import { evidenceFileRoutes } from '#server/bank-disputes/files/evidence-file-routes.ts'
import { banRoutes } from '#server/admin/ban-routes.ts'
import { debtRoutes } from '#server/admin/debt-routes.ts'
import { owedMoneyRoutes } from '#server/admin/owed-money-routes.ts'
import { platformBalanceRoutes } from '#server/admin/platform-balance-routes.ts'
import { reconciliationRoutes } from '#server/admin/reconciliation-routes.ts'
import { paymentRoutes } from '#server/admin/orders/payment-routes.ts'
import { removalRoutes } from '#server/admin/removal-routes.ts'
import { taskRoutes } from '#server/admin/tasks/task-routes.ts'
import { trackDecisionRoutes } from '#server/admin/track-decision-routes.ts'
import { unexplainedRoutes } from '#server/admin/unexplained-routes.ts'
import { userRoutes } from '#server/admin/user-routes.ts'

export const adminFeature = {
  routes: [
    banRoutes,
    userRoutes,
    owedMoneyRoutes,
    platformBalanceRoutes,
    paymentRoutes,
    debtRoutes,
    removalRoutes,
    trackDecisionRoutes,
    unexplainedRoutes,
    bankDisputeRoutes,
    evidenceFileRoutes,
    reconciliationRoutes,
    taskRoutes,
    auditLogRoutes,
  ],
  jobs: [evidenceFileJobs],
}
