// Sales for tests of the user interface.

import type { Sale, SaleList, SalesSummary, SaleTotals } from '#contracts/sales.ts'
import { monthsUntil } from '#rules/sales/sale-months.ts'

export const noSales: SaleTotals = {
  sales: 0,
  customerPence: 0,
  platformFeePence: 0,
  processingFeePence: 0,
  artistPence: 0,
  refundedPence: 0,
}

export function exampleSale(changes: Partial<Sale> = {}): Sale {
  return {
    id: '0198f000-0000-7000-8000-0000000000a1',
    kind: 'track',
    title: 'Skylark',
    trackId: '0198f000-0000-7000-8000-0000000000b1',
    commissionId: null,
    paidAt: '2026-11-05T12:00:00.000Z',
    countedAt: '2026-11-05T12:00:00.000Z',
    customerPence: 570,
    platformFeePence: 50,
    processingFeePence: 20,
    artistPence: 500,
    refundedPence: 0,
    state: 'transferred',
    waitsFor: null,
    transfer: {
      providerId: 'tr_1QabcdefghWxYz12',
      reference: null,
      sentAt: '2026-11-06T12:00:00.000Z',
      pence: 833,
      nettedPence: 0,
      place: 'account',
      bankPayout: null,
    },
    takenBack: [],
    ...changes,
  }
}

export function exampleSaleList(changes: Partial<SaleList> = {}): SaleList {
  const sales = changes.sales ?? [exampleSale()]
  return {
    sales,
    totals: {
      ...noSales,
      sales: sales.length,
      customerPence: 570,
      platformFeePence: 50,
      processingFeePence: 20,
      artistPence: 500,
    },
    heldPence: 0,
    months: ['2026-11', '2026-09'],
    totalPages: 1,
    currentPage: 1,
    ...changes,
  }
}

/** Of November: £45.00 in it, and £12.50 in September. */
export function exampleSummary(changes: Partial<SalesSummary> = {}): SalesSummary {
  const earned: Record<string, [number, number, number]> = {
    '2026-11': [2, 500, 4000],
    '2026-09': [3, 1250, 0],
  }
  return {
    month: '2026-11',
    monthPence: 4500,
    earnedPence: 5750,
    held: noSales,
    unsent: noSales,
    waiting: noSales,
    waitsFor: null,
    months: monthsUntil('2026-11', 12).map((month) => {
      const [sales = 0, trackPence = 0, commissionPence = 0] = earned[month] ?? []
      return { month, sales, trackPence, commissionPence }
    }),
    ...changes,
  }
}
