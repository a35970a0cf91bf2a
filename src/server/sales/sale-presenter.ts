// Maps sales and their sums to the contract.

import type { Sale, SaleTotals, SalesSummary } from '#contracts/sales.ts'
import { monthsUntil } from '#rules/sales/sale-months.ts'
import { earnedStatuses, saleProcess, type SaleStatus } from '#rules/sales/sale-process.ts'
import { reasonOf, type SaleRow } from './sale-queries.ts'
import { addUp, type SaleSum } from './sale-sums.ts'

export function presentSale(row: SaleRow): Sale {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    trackId: row.track_id,
    commissionId: row.commission_id,
    paidAt: row.paid_at.toISOString(),
    countedAt: row.counted_at.toISOString(),
    customerPence: row.customer_pence,
    platformFeePence: row.platform_fee_pence,
    processingFeePence: row.processing_fee_pence,
    artistPence: row.artist_pence,
    refundedPence: row.refunded_pence,
    state: row.state,
    waitsFor: reasonOf(row),
    transfer: transferOf(row),
  }
}

function transferOf(row: SaleRow): Sale['transfer'] {
  const { transfer_pence: pence, provider_id: providerId, settled_reference: reference } = row
  const sentAt = row.settled_at ?? row.sent_at
  if (sentAt === null || pence === null) return null
  return { providerId, reference, sentAt: sentAt.toISOString(), pence }
}

const earned: readonly SaleStatus[] = earnedStatuses
const monthsShown = 12

type Parts = {
  sums: readonly SaleSum[]
  waiting: SaleTotals
  waitsFor: string | null
  hasVatInvoices: boolean
  /** The present one. */
  month: string
}

export function presentSummary({ sums, month, ...waiting }: Parts): SalesSummary {
  const withStatus = (status: SaleStatus) => addUp(sums.filter((sum) => sum.status === status))
  const ofEarned = sums.filter(({ status }) => earned.includes(status))
  const sold = sums.filter(({ status }) => earned.includes(status) || status === 'free')
  const pence = (some: readonly SaleSum[]) => addUp(some).artistPence
  return {
    month,
    monthPence: pence(ofEarned.filter((sum) => sum.month === month)),
    earnedPence: pence(ofEarned),
    held: withStatus(saleProcess.start),
    unsent: withStatus(saleProcess.steps.release.to),
    ...waiting,
    months: monthsUntil(month, monthsShown).map((one) => {
      const ofMonth = sold.filter((sum) => sum.month === one)
      return {
        month: one,
        sales: addUp(ofMonth).sales,
        trackPence: pence(ofMonth.filter(({ kind }) => kind === 'track')),
        commissionPence: pence(ofMonth.filter(({ kind }) => kind === 'commission')),
      }
    }),
  }
}
