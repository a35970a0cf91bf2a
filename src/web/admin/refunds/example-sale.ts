// A sale of which a part can be given back, for tests.

import type { SaleRefund } from '#contracts/admin/refunds.ts'

export const exampleSale: SaleRefund = {
  id: 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11',
  kind: 'track',
  title: 'Skye',
  customer: { id: 'mia', name: 'Mia' },
  artist: { id: 'rosa', name: 'Rosa' },
  receiptNumber: 'UND-000001',
  status: 'transferred',
  paidAt: '2026-11-20T10:00:00.000Z',
  pricePence: 570,
  refundedPence: 0,
  leftPence: 570,
  isDisputed: false,
  unassignedRefund: null,
  refund: {
    pence: 200,
    isWhole: false,
    artistPence: 175,
    platformPence: 25,
    artistKeepsPence: 325,
    platformKeepsPence: 45,
    isTransferred: true,
    postings: [
      { account: 'customer_payable', pence: -200 },
      { account: 'artist_receivable', pence: 175 },
    ],
  },
}
