// The postings of which the worked examples of docs/operations.md are made, as the code books them.

import { sharesOfApproval } from '#rules/payments/approval-shares.ts'
import { sharesAfter, sharesOfRefund } from '#rules/payments/refund-shares.ts'
import { vatOfShares, vatReturned } from '#rules/vat/contained-vat.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import * as begun from '#server/ledger/balance-postings.ts'
import * as postings from '#server/ledger/ledger-postings.ts'
import type { Entry } from '#server/ledger/ledger-postings.ts'
import * as reversed from '#server/ledger/reversal-postings.ts'

export type Step = [what: string, posting: { entries: readonly Entry[] }]

export const paymentId = 'payment'
export const moved = (type: string, amountPence: number, feePence = 0): BalanceTransaction => ({
  id: 'txn_1',
  type,
  amountPence,
  feePence,
  currency: 'gbp',
  sourceId: null,
  description: null,
  createdAt: new Date(0),
  availableAt: new Date(0),
})

export const paidCart = postings.postingOfPayment({
  paymentId,
  balance: moved('charge', 920, 34),
  owed: {
    transfers: [
      { artistId: 'Rosa', pence: 500 },
      { artistId: 'Tom', pence: 300 },
    ],
    refunds: [],
    heldPence: 0,
    platformFeePence: 80,
    processingFeePence: 40,
  },
})
export const paidTwice = postings.postingOfPayment({
  paymentId,
  balance: moved('charge', 570, 29),
  owed: {
    transfers: [],
    refunds: [{ pence: 570 }],
    heldPence: 0,
    platformFeePence: 0,
    processingFeePence: 0,
  },
})
export const paidCommission = postings.postingOfPayment({
  paymentId,
  balance: moved('charge', 4420, 86),
  owed: {
    transfers: [],
    refunds: [],
    heldPence: 4420,
    platformFeePence: 0,
    processingFeePence: 0,
  },
})
const prices = {
  artistPence: 4000,
  platformFeePence: 400,
  processingFeePence: 20,
  customerPence: 4420,
}
export const released = (partPence: number | null) =>
  postings.postingOfRelease({
    paymentId,
    artistId: 'Rosa',
    ...sharesOfApproval(prices, partPence),
  })
export const transferred = (artistId: string, pence: number) =>
  postings.postingOfTransfer({ paymentId, artistId, balance: moved('transfer', -pence) })
export const refundLeaves = (pence: number) =>
  postings.postingOfLeavingRefund({ paymentId, balance: moved('refund', -pence) })
export const refundArrives = (pence: number) =>
  postings.postingOfArrivedRefund({ providerId: 're_1', paymentId, pence })
export const byType = (type: string, pence: number) => {
  const posting = begun.postingOfType(moved(type, pence))
  if (posting === null) throw new Error(`Nothing is booked of ${type}.`)
  return posting
}

export const paidTrack = postings.postingOfPayment({
  paymentId,
  balance: moved('charge', 570, 29),
  owed: {
    transfers: [{ artistId: 'Tom', pence: 500 }],
    refunds: [],
    heldPence: 0,
    platformFeePence: 50,
    processingFeePence: 20,
  },
})
const track = { artistPence: 500, platformFeePence: 50, processingFeePence: 20 }
const half = sharesOfRefund(track, 285)
export const soldWithVat = (mode: 'fee' | 'sale'): Step[] => {
  const terms = { mode, rate: 2_000 }
  const returned = vatReturned(terms, { before: track, after: sharesAfter(track, half) })
  return [
    [
      'The customer pays',
      postings.postingOfPayment({
        paymentId,
        balance: moved('charge', 570, 29),
        owed: {
          transfers: [{ artistId: 'Tom', pence: 500 }],
          refunds: [],
          heldPence: 0,
          platformFeePence: 50,
          processingFeePence: 20,
          vatPence: vatOfShares(terms, track).vatPence,
        },
      }),
    ],
    [
      'An admin gives half of it back',
      postings.postingOfGivenBack({
        refundId: 'refund',
        paymentId,
        artistId: 'Tom',
        shares: half,
        vatPence: returned.vatPence,
      }),
    ],
  ]
}
export const trackGivenBack: Step[] = [
  ['The customer pays', paidCart],
  ['The transfer to Rosa', transferred('Rosa', 500)],
  ['The transfer to Tom', transferred('Tom', 300)],
  [
    'An admin gives Tom’s track back',
    postings.postingOfGivenBack({
      refundId: 'refund',
      paymentId,
      artistId: 'Tom',
      shares: { artistPence: 300, platformFeePence: 30, processingFeePence: 20 },
    }),
  ],
  ['The refund leaves the balance', refundLeaves(350)],
  ['The refund arrives', refundArrives(350)],
]

export const reversedOf = (artistId: string, pence: number) =>
  reversed.postingOfReversal({ paymentId, artistId, balance: moved('transfer_refund', pence) })
