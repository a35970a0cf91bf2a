// How a journey opens the pages of reconciliation.

import { closedDay, createClosedDay, createDifference } from '../money/stored-differences.ts'

export function reconciliationOpenings<Admin>(
  database: Parameters<typeof createDifference>[0],
  admin: Admin,
) {
  return {
    async adminReconciliation() {
      await createDifference(database, { subject: 'a payment' })
      return { as: admin }
    },
    async adminReconciledDay() {
      await createClosedDay(database)
      return { path: `/admin/reconciliation/${closedDay}`, as: admin }
    },
    async adminDifference() {
      const id = await createDifference(database, { subject: 'another payment' })
      return { path: `/admin/differences/${id}`, as: admin }
    },
  }
}
