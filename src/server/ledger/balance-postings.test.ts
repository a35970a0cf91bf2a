import { expect, test } from 'vitest'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import {
  factOfArrivedPayout,
  payoutReturns,
  postingOfArrivedPayout,
  postingOfAssigned,
  postingOfAvailable,
  postingOfDispute,
  postingOfExplained,
  postingOfMadePayout,
  postingOfReturnedPayout,
  postingOfType,
  postingOfUnexplained,
} from './balance-postings.ts'
import { postingOfTransfer } from './ledger-postings.ts'

const moved = (type: string, amountPence: number, feePence = 0): BalanceTransaction => ({
  id: 'txn_1',
  type,
  amountPence,
  feePence,
  currency: 'gbp',
  sourceId: 'po_1',
  description: null,
  createdAt: new Date(0),
  availableAt: new Date(0),
})

test.each([
  ['payout', -900, 'in_transit_to_bank'],
  ['payout_cancel', 900, 'in_transit_to_bank'],
  ['payout_failure', 900, 'in_transit_to_bank'],
  ['topup', 900, 'paid_outside'],
  ['topup_reversal', -900, 'paid_outside'],
  ['stripe_fee', -200, 'account_fees'],
  ['network_cost', -200, 'account_fees'],
  ['tax_fee', -200, 'account_fees'],
] as const)(
  'of a balance transaction of the type %s, %i pence are booked on %s',
  (type, pence, account) => {
    expect(postingOfType(moved(type, pence))).toEqual({
      fact: 'balance:txn_1',
      paymentId: null,
      balance: moved(type, pence),
      entries: [
        { account: 'stripe_pending', pence },
        { account, pence: -pence },
      ],
    })
  },
)

test('a type that is not known has no posting but that of what is unexplained, with its fee', () => {
  expect(postingOfType(moved('charge', 1))).toBeNull()
  expect(postingOfType(moved('constructor', 1))).toBeNull()
  expect(postingOfUnexplained(moved('reserve_hold', -300, 5))).toMatchObject({
    paymentId: null,
    entries: [
      { account: 'stripe_pending', pence: -305 },
      { account: 'unexplained', pence: 5 },
      { account: 'unexplained', pence: 300 },
    ],
  })
})

test('a payout’s fee is an account fee, a dispute’s fee a dispute fee', () => {
  const fees = [
    postingOfType(moved('payout', -900, 9)),
    postingOfReturnedPayout(moved('payout_failure', 900, 9)),
    postingOfDispute(moved('adjustment', -900, 9), { paymentId: 'p1' }),
  ].map((posting) => posting?.entries[1])
  expect(fees).toEqual([
    { account: 'account_fees', pence: 9 },
    { account: 'account_fees', pence: 9 },
    { account: 'dispute_fees', pence: 9 },
  ])
})

test('a payout is previewed as taken from what is available', () => {
  expect(postingOfMadePayout(900)).toEqual([
    { account: 'stripe_available', pence: -900 },
    { account: 'in_transit_to_bank', pence: 900 },
  ])
})

test('a payout that has arrived is outside, and comes back from there', () => {
  expect(factOfArrivedPayout('po_1')).toBe('payout_arrived:po_1')
  expect(payoutReturns).toEqual(['payout_cancel', 'payout_failure'])
  expect(postingOfArrivedPayout({ payoutId: 'po_1', pence: 900 })).toEqual({
    fact: 'payout_arrived:po_1',
    paymentId: null,
    entries: [
      { account: 'paid_outside', pence: 900 },
      { account: 'in_transit_to_bank', pence: -900 },
    ],
  })
  expect(postingOfReturnedPayout(moved('payout_failure', 900))).toMatchObject({
    paymentId: null,
    entries: [
      { account: 'stripe_pending', pence: 900 },
      { account: 'paid_outside', pence: -900 },
    ],
  })
})

test('the amount of a dispute names the payment that it is about', () => {
  expect(postingOfDispute(moved('adjustment', -900, 20), { paymentId: 'p1' })).toMatchObject({
    paymentId: 'p1',
    entries: [
      { account: 'stripe_pending', pence: -920 },
      { account: 'dispute_fees', pence: 20 },
      { account: 'disputed', pence: 900 },
    ],
  })
})

test('what is assigned, or explained later, leaves the account that it stood on', () => {
  const unexplained = { balanceTransactionId: 'txn_1', pence: -500 }
  expect(postingOfAssigned(unexplained, 'losses')).toEqual({
    fact: 'assigned:txn_1',
    paymentId: null,
    entries: [
      { account: 'unexplained', pence: -500 },
      { account: 'losses', pence: 500 },
    ],
  })
  const balance = moved('transfer', -500)
  const transfer = postingOfTransfer({ paymentId: 'p1', artistId: 'rosa', balance })
  expect(postingOfExplained(transfer, 'losses')).toEqual({
    fact: 'explained:txn_1',
    paymentId: 'p1',
    entries: [
      { account: 'losses', pence: -500 },
      { account: 'artist_payable', artistId: 'rosa', pence: 500 },
    ],
  })
})

test('what is available by now moves within the balance', () => {
  expect(postingOfAvailable(886, new Date('2026-11-28T10:35:00.000Z'))).toEqual({
    fact: 'available:2026-11-28T10:35:00.000Z',
    paymentId: null,
    entries: [
      { account: 'stripe_available', pence: 886 },
      { account: 'stripe_pending', pence: -886 },
    ],
  })
})
