import { expect, test } from 'vitest'
import {
  postingOfHeldRefund,
  postingOfRefund,
  postingOfRelease,
  postingOfReturnedRefund,
  postingOfSettledRefund,
  postingOfSettledTransfer,
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
  heldPence: 0,
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
  const fees = { heldPence: 0, platformFeePence: 0, processingFeePence: 40 }
  const nothing = { transfers: [], refunds: [], ...fees }
  const payment = { paymentId: 'p1', amountPence: 40, providerFeePence: 0, owed: nothing }
  expect(postingsOfPayment(payment).map(({ entries }) => entries)).toEqual([
    [
      { account: 'stripe_pending', pence: 40 },
      { account: 'processing_fee', pence: -40 },
    ],
    [],
  ])
})

test('a payment of a commission is held: nobody has earned any of it', () => {
  const held = { transfers: [], refunds: [], heldPence: 4420, platformFeePence: 0 }
  const owedLater = { ...held, processingFeePence: 0 }
  const payment = { paymentId: 'p1', amountPence: 4420, providerFeePence: 86, owed: owedLater }
  expect(postingsOfPayment(payment).map(({ fact, entries }) => [fact, entries])).toEqual([
    [
      'paid:p1',
      [
        { account: 'stripe_pending', pence: 4420 },
        { account: 'commission_held', pence: -4420 },
      ],
    ],
    [
      'fee:p1',
      [
        { account: 'stripe_fees', pence: 86 },
        { account: 'stripe_pending', pence: -86 },
      ],
    ],
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
