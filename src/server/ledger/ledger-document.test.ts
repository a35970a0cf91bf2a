// The worked examples in docs/operations.md are the postings of the code, one after the other.

import { expect, test } from 'vitest'
import { sharesOfApproval } from '#rules/payments/approval-shares.ts'
import { sharesAfter, sharesOfRefund } from '#rules/payments/refund-shares.ts'
import { vatOfShares, vatReturned } from '#rules/vat/contained-vat.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import { tablesUnder } from '../../../tests/support/source/document-tables.ts'
import { readText } from '../../../tests/support/source/project-files.ts'
import * as begun from './balance-postings.ts'
import { postingOfLostDispute, postingOfWonBackDispute } from './dispute-postings.ts'
import * as postings from './ledger-postings.ts'
import type { Entry } from './ledger-postings.ts'
import * as reversed from './reversal-postings.ts'

const operations = readText('docs/operations.md')

type Step = [what: string, posting: { entries: readonly Entry[] }]

const paymentId = 'payment'
const moved = (type: string, amountPence: number, feePence = 0): BalanceTransaction => ({
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

const paidCart = postings.postingOfPayment({
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
const paidTwice = postings.postingOfPayment({
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
const paidCommission = postings.postingOfPayment({
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
const released = (partPence: number | null) =>
  postings.postingOfRelease({
    paymentId,
    artistId: 'Rosa',
    ...sharesOfApproval(prices, partPence),
  })
const transferred = (artistId: string, pence: number) =>
  postings.postingOfTransfer({ paymentId, artistId, balance: moved('transfer', -pence) })
const refundLeaves = (pence: number) =>
  postings.postingOfLeavingRefund({ paymentId, balance: moved('refund', -pence) })
const refundArrives = (pence: number) =>
  postings.postingOfArrivedRefund({ providerId: 're_1', paymentId, pence })
const byType = (type: string, pence: number) => {
  const posting = begun.postingOfType(moved(type, pence))
  if (posting === null) throw new Error(`Nothing is booked of ${type}.`)
  return posting
}

const paidTrack = postings.postingOfPayment({
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
const soldWithVat = (mode: 'fee' | 'sale'): Step[] => {
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
const trackGivenBack: Step[] = [
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

const examples: Record<string, Step[]> = {
  'A sale of two artists': [
    ['The customer pays', paidCart],
    ['The transfer to Rosa', transferred('Rosa', 500)],
    ['The transfer to Tom', transferred('Tom', 300)],
  ],
  'A sale whose fees contain VAT': soldWithVat('fee'),
  'A sale whose price contains VAT': soldWithVat('sale'),
  'A commission that is approved': [
    ['The customer pays', paidCommission],
    ['The customer approves', released(null)],
    ['The transfer to Rosa', transferred('Rosa', 4000)],
  ],
  'A commission that is cancelled': [
    ['The customer pays', paidCommission],
    ['The artist gives up', postings.postingOfHeldRefund({ paymentId, pence: 4420 })],
    ['The refund leaves the balance', refundLeaves(4420)],
    ['The refund arrives', refundArrives(4420)],
  ],
  'A commission that is approved for a part': [
    ['The customer pays', paidCommission],
    ['An admin approves £15.00', released(1500)],
    ['The transfer to Rosa', transferred('Rosa', 1500)],
    ['The refund leaves the balance', refundLeaves(2750)],
    ['The refund arrives', refundArrives(2750)],
  ],
  'A refund of one track, after the sale': [
    ...trackGivenBack,
    [
      'The reversal of Tom’s part',
      reversed.postingOfReversal({
        paymentId,
        artistId: 'Tom',
        balance: moved('transfer_refund', 300),
      }),
    ],
  ],
  'The same, with the reversal refused and netted': [
    ...trackGivenBack,
    ['Another customer buys a track of Tom’s', paidTrack],
    [
      'What Tom owes is netted',
      reversed.postingOfNetting({ nettingId: 'netting', paymentId, artistId: 'Tom', pence: 300 }),
    ],
    ['The transfer of the rest to Tom', transferred('Tom', 200)],
  ],
  'A refund that comes back': [
    ['The customer pays for a track that is owned', paidTwice],
    ['The refund leaves the balance', refundLeaves(570)],
    ['The refund arrives', refundArrives(570)],
    [
      'The card’s bank returns it',
      postings.postingOfReturnedRefund({
        paymentId,
        balance: moved('refund_failure', 570),
        hadArrived: true,
      }),
    ],
  ],
  'A bank payout that is returned': [
    ['The operator adds to the balance', byType('topup', 10_000)],
    ['The payout leaves the balance', byType('payout', -10_000)],
    ['The payout arrives', begun.postingOfArrivedPayout({ payoutId: 'po_1', pence: 10_000 })],
    ['The bank returns it', begun.postingOfReturnedPayout(moved('payout_failure', 10_000))],
  ],
  'An account fee': [['The card provider takes it', byType('stripe_fee', -200)]],
  'A dispute that is won': [
    ['The customer pays', paidCart],
    [
      'The bank takes the amount back, the card provider its fee',
      begun.postingOfDispute(moved('adjustment', -920, 2000), { paymentId }),
    ],
    [
      'The bank returns the amount',
      begun.postingOfDispute(moved('adjustment', 920), { paymentId }),
    ],
  ],
  'A dispute that is lost, and won after all': [
    ['The customer pays', paidCart],
    [
      'The bank takes the amount back, the card provider its fee',
      begun.postingOfDispute(moved('adjustment', -920, 2000), { paymentId }),
    ],
    [
      'The bank decides for the customer',
      postingOfLostDispute({ disputeId: 'dispute', paymentId, pence: 920, shares: [] }),
    ],
    [
      'The bank changes its mind',
      postingOfWonBackDispute({ disputeId: 'dispute', paymentId, pence: 920, shares: [] }),
    ],
    [
      'The bank returns the amount',
      begun.postingOfDispute(moved('adjustment', 920), { paymentId }),
    ],
  ],
  'A movement that is not known': [
    ['The card provider moves it', begun.postingOfUnexplained(moved('reserve_hold', -300))],
    [
      'An admin assigns it',
      begun.postingOfAssigned({ balanceTransactionId: 'txn_1', pence: -300 }, 'account_fees'),
    ],
  ],
}

test.each(Object.entries(examples))('the worked example is what is booked: %s', (name, steps) => {
  const [table] = tablesUnder(operations, name)
  const columns = table?.columns.slice(1) ?? []
  const all = steps.flatMap(([, { entries }]) => entries)
  expect(new Set(all.map(columnOf))).toEqual(new Set(columns))
  const booked = steps.map(([what, { entries }]) => rowOf(what, columns, entries))
  expect(table?.rows).toEqual([...booked, rowOf('**Together**', columns, all)])
})

const columnOf = ({ account, artistId }: Entry) =>
  `\`${account}\`${artistId === undefined ? '' : ` of ${artistId}`}`

/** An account that nothing moves on has an empty cell. */
function rowOf(what: string, columns: string[], entries: readonly Entry[]): string[] {
  const cells = columns.map((column) => {
    const own = entries.filter((entry) => columnOf(entry) === column)
    return own.length === 0 ? '' : String(own.reduce((sum, { pence }) => sum + pence, 0))
  })
  return [what, ...cells]
}
