// What an artist has sold and earned, and the papers about it: statements, VAT invoices, tax reports.

import { paperRoutes } from '#server/papers/paper-routes.ts'
import { reportJobs } from '#server/platform-report/report-jobs.ts'
import { reportRoutes } from '#server/platform-report/report-routes.ts'
import { salesRoutes } from '#server/sales/sales-routes.ts'
import { statementJobs } from '#server/statements/statement-jobs.ts'
import { statementRoutes } from '#server/statements/statement-routes.ts'
import { vatJobs } from '#server/vat/vat-jobs.ts'
import { vatPaymentRoutes } from '#server/vat/vat-payment-routes.ts'
import { vatRoutes } from '#server/vat/vat-routes.ts'

export const papersFeature = {
  routes: [salesRoutes, paperRoutes, statementRoutes, vatRoutes, vatPaymentRoutes, reportRoutes],
  jobs: [statementJobs, vatJobs, reportJobs],
}
