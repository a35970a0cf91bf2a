import { expect, test } from 'vitest'
import {
  postingOfRefund,
  postingOfReturnedRefund,
  postingOfTransfer,
  postingsOfPayment,
} from './ledger-postings.ts'

const owed = {
  transfers: [
    { artistId: 'rosa', pence: 500 },
    { artistId: 'tom', pence: 333 },
  ],
  refunds: [
    { orderLineId: 'twice', pence: 570, cause: 'owned' as const },
    { orderLineId: 'again', pence: 130, cause: 'unavailable' as const },
  ],
  platformFeePence: 83,
  processingFeePence: 40,
}

test('a payment is owed to its artists, owed back, or earned by the platform; the provider keeps its fee', () => {
  const payment = { paymentId: 'p1', amountPence: 1656, providerFeePence: 45, owed }
  expect(postingsOfPayment(payment)).toEqual([
    {
      fact: 'paid:p1',
      paymentId: 'p1',
      entries: [
        { account: 'stripe_pending', pence: 1656 },
        { account: 'artist_payable', artistId: 'rosa', pence: -500 },
        { account: 'artist_payable', artistId: 'tom', pence: -333 },
        { account: 'customer_payable', pence: -700 },
        { account: 'platform_commission', pence: -83 },
        { account: 'processing_fee', pence: -40 },
      ],
    },
    {
      fact: 'fee:p1',
      paymentId: 'p1',
      entries: [
        { account: 'stripe_fees', pence: 45 },
        { account: 'stripe_pending', pence: -45 },
      ],
    },
  ])
})

test('an account that nothing moves on has no entry', () => {
  const nothing = { transfers: [], refunds: [], platformFeePence: 0, processingFeePence: 40 }
  const payment = { paymentId: 'p1', amountPence: 40, providerFeePence: 0, owed: nothing }
  expect(postingsOfPayment(payment).map(({ entries }) => entries)).toEqual([
    [
      { account: 'stripe_pending', pence: 40 },
      { account: 'processing_fee', pence: -40 },
    ],
    [],
  ])
})

test('a transfer takes from what an artist is owed', () => {
  const transfer = { transferId: 't1', paymentId: 'p1', artistId: 'rosa', pence: 500 }
  expect(postingOfTransfer(transfer)).toEqual({
    fact: 'transfer:t1',
    paymentId: 'p1',
    entries: [
      { account: 'artist_payable', artistId: 'rosa', pence: 500 },
      { account: 'stripe_pending', pence: -500 },
    ],
  })
})

test('a refund that the bank returns is owed again, to the penny', () => {
  const refund = { providerId: 're_1', paymentId: 'p1', pence: 570 }
  expect(postingOfRefund(refund)).toEqual({
    fact: 'refund:re_1',
    paymentId: 'p1',
    entries: [
      { account: 'customer_payable', pence: 570 },
      { account: 'stripe_pending', pence: -570 },
    ],
  })
  expect(postingOfReturnedRefund(refund)).toEqual({
    fact: 'refund_returned:re_1',
    paymentId: 'p1',
    entries: [
      { account: 'customer_payable', pence: -570 },
      { account: 'stripe_pending', pence: 570 },
    ],
  })
})
