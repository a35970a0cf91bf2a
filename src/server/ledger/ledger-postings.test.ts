import { expect, test } from 'vitest'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import {
  postingOfArrivedRefund,
  postingOfGivenBack,
  postingOfHeldRefund,
  postingOfLeavingRefund,
  postingOfPayment,
  postingOfRelease,
  postingOfReturnedRefund,
  postingOfTransfer,
  postingOfVatPayment,
} from './ledger-postings.ts'
import {
  postingOfSettledRefund,
  postingOfSettledTransfer,
  postingOfUnsettledRefund,
  postingOfWrittenOffTransfer,
} from './settlement-postings.ts'
import { previewOfRefund, previewOfTransfer } from './preview-postings.ts'
import { postingOfNetting } from './reversal-postings.ts'

const owed = {
  transfers: [
    { artistId: 'rosa', pence: 500 },
    { artistId: 'tom', pence: 333 },
  ],
  refunds: [
    { orderLineId: 'twice', pence: 570, cause: 'owned' as const },
    { orderLineId: 'again', pence: 130, cause: 'unavailable' as const },
  ],
  heldPence: 0,
  platformFeePence: 83,
  processingFeePence: 40,
}

const moved = (amountPence: number, feePence = 0): BalanceTransaction => ({
  id: 'txn_1',
  type: 'charge',
  amountPence,
  feePence,
  currency: 'gbp',
  sourceId: 'ch_1',
  description: null,
  createdAt: new Date(0),
  availableAt: new Date(0),
})

test('a payment is owed to its artists, owed back, or earned by the platform; the provider keeps its fee', () => {
  const payment = { paymentId: 'p1', balance: moved(1656, 45), owed }
  expect(postingOfPayment(payment)).toEqual({
    fact: 'balance:txn_1',
    paymentId: 'p1',
    balance: moved(1656, 45),
    entries: [
      { account: 'stripe_pending', pence: 1656 - 45 },
      { account: 'stripe_fees', pence: 45 },
      { account: 'artist_payable', artistId: 'rosa', pence: -500 },
      { account: 'artist_payable', artistId: 'tom', pence: -333 },
      { account: 'customer_payable', pence: -700 },
      { account: 'platform_commission', pence: -83 },
      { account: 'processing_fee', pence: -40 },
    ],
  })
})

test('an account that nothing moves on has no entry', () => {
  const fees = { heldPence: 0, platformFeePence: 0, processingFeePence: 40 }
  const nothing = { transfers: [], refunds: [], ...fees }
  const payment = { paymentId: 'p1', balance: moved(40), owed: nothing }
  expect(postingOfPayment(payment).entries).toEqual([
    { account: 'stripe_pending', pence: 40 },
    { account: 'processing_fee', pence: -40 },
  ])
})

test('a payment of a commission is held: nobody has earned any of it', () => {
  const held = { transfers: [], refunds: [], heldPence: 4420, platformFeePence: 0 }
  const owedLater = { ...held, processingFeePence: 0 }
  const payment = { paymentId: 'p1', balance: moved(4420, 86), owed: owedLater }
  expect(postingOfPayment(payment).entries).toEqual([
    { account: 'stripe_pending', pence: 4334 },
    { account: 'stripe_fees', pence: 86 },
    { account: 'commission_held', pence: -4420 },
  ])
})

test('held money is released to the artist and the platform, and the rest of a part is owed back', () => {
  const whole = { artistPence: 4000, platformFeePence: 400, processingFeePence: 20, refundPence: 0 }
  const part = { artistPence: 1500, platformFeePence: 150, processingFeePence: 20 }
  const of = { paymentId: 'p1', artistId: 'tom' }
  expect(postingOfRelease({ ...of, ...whole })).toEqual({
    fact: 'release:p1',
    paymentId: 'p1',
    entries: [
      { account: 'commission_held', pence: 4420 },
      { account: 'artist_payable', artistId: 'tom', pence: -4000 },
      { account: 'platform_commission', pence: -400 },
      { account: 'processing_fee', pence: -20 },
    ],
  })
  expect(postingOfRelease({ ...of, ...part, refundPence: 2750 }).entries).toEqual([
    { account: 'commission_held', pence: 4420 },
    { account: 'artist_payable', artistId: 'tom', pence: -1500 },
    { account: 'customer_payable', pence: -2750 },
    { account: 'platform_commission', pence: -150 },
    { account: 'processing_fee', pence: -20 },
  ])
})

test('held money that goes back is owed to the customer', () => {
  expect(postingOfHeldRefund({ paymentId: 'p1', pence: 4420 })).toEqual({
    fact: 'held_refund:p1',
    paymentId: 'p1',
    entries: [
      { account: 'commission_held', pence: 4420 },
      { account: 'customer_payable', pence: -4420 },
    ],
  })
})

test('the VAT of what is earned is the tax authority’s, goes back with a sale, and is paid from outside', () => {
  const vat = [
    { account: 'vat', pence: -12 },
    { account: 'vat_of_sales', pence: 12 },
  ]
  const payment = { paymentId: 'p1', balance: moved(1656, 45), owed: { ...owed, vatPence: 12 } }
  expect(postingOfPayment(payment).entries.slice(-2)).toEqual(vat)
  const shares = { artistPence: 500, platformFeePence: 50, processingFeePence: 20 }
  const released = { paymentId: 'p1', artistId: 'rosa', ...shares, refundPence: 0, vatPence: 12 }
  expect(postingOfRelease(released).entries.slice(-2)).toEqual(vat)
  const refund = { refundId: 'r1', paymentId: 'p1', artistId: 'rosa', shares }
  const givenBack = [
    { account: 'customer_payable', pence: -570 },
    { account: 'artist_receivable', artistId: 'rosa', pence: 500 },
    { account: 'platform_commission', pence: 50 },
    { account: 'processing_fee', pence: 20 },
  ]
  expect(postingOfGivenBack(refund)).toEqual({
    fact: 'sale_given_back:r1',
    paymentId: 'p1',
    entries: givenBack,
  })
  expect(postingOfGivenBack({ ...refund, vatPence: 12 }).entries).toEqual([
    ...givenBack,
    { account: 'vat', pence: 12 },
    { account: 'vat_of_sales', pence: -12 },
  ])
  expect(postingOfVatPayment({ id: 'v1', pence: 12 })).toEqual({
    fact: 'vat_paid:v1',
    paymentId: null,
    entries: [
      { account: 'vat', pence: 12 },
      { account: 'paid_outside', pence: -12 },
    ],
  })
})

test('a transfer takes from what an artist is owed', () => {
  const transfer = { paymentId: 'p1', artistId: 'rosa', balance: moved(-500) }
  expect(postingOfTransfer(transfer)).toEqual({
    fact: 'balance:txn_1',
    paymentId: 'p1',
    balance: moved(-500),
    entries: [
      { account: 'stripe_pending', pence: -500 },
      { account: 'artist_payable', artistId: 'rosa', pence: 500 },
    ],
  })
})

test.each(['disputed', 'paid_outside'] as const)(
  'a refund that is settled is owed no more, and was paid from %s',
  (from) => {
    const refund = { refundId: 'r1', paymentId: 'p1', pence: 570, from }
    expect(postingOfSettledRefund(refund)).toEqual({
      fact: 'refund_settled:r1',
      paymentId: 'p1',
      entries: [
        { account: 'customer_payable', pence: 570 },
        { account: from, pence: -570 },
      ],
    })
  },
)

test('a refund that a dispute had paid is owed again each time that one is won', () => {
  const refund = { refundId: 'r1', disputeId: 'd1', paymentId: 'p1', pence: 570 }
  expect(postingOfUnsettledRefund(refund)).toEqual({
    fact: 'refund_unsettled:r1:d1',
    paymentId: 'p1',
    entries: [
      { account: 'customer_payable', pence: -570 },
      { account: 'disputed', pence: 570 },
    ],
  })
})

test('a transfer that is settled is owed no more, and was paid outside the card provider', () => {
  const transfer = { transferId: 't1', paymentId: 'p1', artistId: 'rosa', pence: 500 }
  expect(postingOfSettledTransfer(transfer)).toEqual({
    fact: 'transfer_settled:t1',
    paymentId: 'p1',
    entries: [
      { account: 'artist_payable', artistId: 'rosa', pence: 500 },
      { account: 'paid_outside', pence: -500 },
    ],
  })
})

test('a refund is on its way when it has left the balance, and owed until it has arrived', () => {
  expect(postingOfLeavingRefund({ paymentId: 'p1', balance: moved(-570) })).toMatchObject({
    fact: 'balance:txn_1',
    entries: [
      { account: 'stripe_pending', pence: -570 },
      { account: 'refunds_in_transit', pence: 570 },
    ],
  })
  expect(postingOfArrivedRefund({ providerId: 're_1', paymentId: 'p1', pence: 570 })).toEqual({
    fact: 'refund_arrived:re_1',
    paymentId: 'p1',
    entries: [
      { account: 'customer_payable', pence: 570 },
      { account: 'refunds_in_transit', pence: -570 },
    ],
  })
})

test.each([
  [false, 'refunds_in_transit'],
  [true, 'customer_payable'],
] as const)(
  'a refund that comes back, which had arrived: %s, is booked on %s',
  (hadArrived, account) => {
    const refund = { paymentId: 'p1', balance: moved(570), hadArrived }
    expect(postingOfReturnedRefund(refund).entries).toEqual([
      { account: 'stripe_pending', pence: 570 },
      { account, pence: -570 },
    ])
  },
)

test('a transfer that is written off is kept for its artist, pays what they owe, and is paid outside once they ask', () => {
  const transfer = { transferId: 't1', paymentId: 'p1', artistId: 'rosa', pence: 500 }
  expect(postingOfWrittenOffTransfer(transfer)).toEqual({
    fact: 'transfer_written_off:t1',
    paymentId: 'p1',
    entries: [
      { account: 'artist_payable', artistId: 'rosa', pence: 500 },
      { account: 'unclaimed', pence: -500 },
    ],
  })
  expect(postingOfSettledTransfer({ ...transfer, from: 'unclaimed' }).entries).toEqual([
    { account: 'unclaimed', pence: 500 },
    { account: 'paid_outside', pence: -500 },
  ])
  const netting = { nettingId: 'n1', paymentId: 'p1', artistId: 'rosa', pence: 200 }
  expect(postingOfNetting({ ...netting, from: 'unclaimed' }).entries).toEqual([
    { account: 'unclaimed', pence: 200 },
    { account: 'artist_receivable', artistId: 'rosa', pence: -200 },
  ])
})

test('what is tried again is previewed as it is booked once it is made, and a refund once it has arrived', () => {
  expect(previewOfTransfer('rosa', 500)).toEqual([
    { account: 'stripe_pending', pence: -500 },
    { account: 'artist_payable', pence: 500 },
  ])
  expect(previewOfRefund('p1', 570)).toEqual([
    { account: 'stripe_pending', pence: -570 },
    { account: 'customer_payable', pence: 570 },
  ])
})
