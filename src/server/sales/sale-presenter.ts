// Maps sales and their sums to the contract.

import type { Sale, SaleTotals, SalesSummary } from '#contracts/sales.ts'
import { monthsUntil } from '#rules/sales/sale-months.ts'
import { earnedStatuses, saleProcess, type SaleStatus } from '#rules/sales/sale-process.ts'
import { placeOfShare } from '#rules/sales/share-places.ts'
import { reasonOf, type SaleRow } from './sale-queries.ts'
import { addUp, type SaleSum } from './sale-sums.ts'
import type { TakenBack } from './transfer-of-sale.ts'

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
    takenBack: row.taken_back.map(({ id, pence, status }) => ({ id, pence, status })),
  }
}

/** Before it is done, nothing of it is anywhere. */
function transferOf({ transfer, taken_back: takenBack }: SaleRow): Sale['transfer'] {
  if (transfer === null || transfer.doneAt === null) return null
  const { pence, sharePence, payout, status } = transfer
  const takenBackPence = sumTaken(takenBack.filter(({ isPaidAgain }) => !isPaidAgain))
  return {
    providerId: transfer.providerId,
    reference: transfer.reference,
    sentAt: new Date(transfer.doneAt).toISOString(),
    pence: pence - transfer.nettedPence,
    nettedPence: transfer.nettedPence,
    place: placeOfShare({ status, sharePence, takenBackPence, payout: payout?.status ?? null }),
    bankPayout: payout && { ...payout, arrivesAt: new Date(payout.arrivesAt).toISOString() },
  }
}

export function sumTaken(takenBack: readonly TakenBack[]): number {
  return takenBack.reduce((sum, { takenPence }) => sum + takenPence, 0)
}

const earned: readonly SaleStatus[] = earnedStatuses
const monthsShown = 12

type Parts = {
  sums: readonly SaleSum[]
  waiting: SaleTotals
  waitsFor: string | null
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
