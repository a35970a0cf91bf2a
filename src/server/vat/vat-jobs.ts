import type { Jobs } from '#server/jobs/job-names.ts'
import { makeVatInvoices, type InvoiceDeps } from './vat-invoices.ts'

export function vatJobs(deps: InvoiceDeps): Jobs {
  return {
    async make_vat_invoices(_nothing, run) {
      await makeVatInvoices(deps, run)
    },
  }
}
