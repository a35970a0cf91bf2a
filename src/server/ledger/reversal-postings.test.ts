import { expect, test } from 'vitest'
import { moved } from '../../../tests/support/money/worked-postings.ts'
import {
  postingOfBorneShare,
  postingOfClosedDebt,
  postingOfExplainedReversal,
  postingOfForgivenAgain,
  postingOfFoundReversal,
  postingOfNetting,
  postingOfOwedAgain,
  postingOfReversal,
} from './reversal-postings.ts'

const debt = { reversalId: 'r1', paymentId: 'p1', artistId: 'tom', pence: 300 }
const receivable = (pence: number) => ({ account: 'artist_receivable', artistId: 'tom', pence })

test('a reversal takes from what the artist owes', () => {
  const balance = moved('transfer_refund', 300)
  expect(postingOfReversal({ paymentId: 'p1', artistId: 'tom', balance })).toEqual({
    fact: 'balance:txn_1',
    paymentId: 'p1',
    balance,
    entries: [{ account: 'stripe_pending', pence: 300 }, receivable(-300)],
  })
})

test('one made by hand is a gain until its cause is known, which takes the gain back', () => {
  expect(postingOfFoundReversal(debt)).toEqual({
    fact: 'reversal_found:r1',
    paymentId: 'p1',
    entries: [receivable(300), { account: 'losses', pence: -300 }],
  })
  expect(postingOfExplainedReversal(debt)).toEqual({
    fact: 'reversal_explained:r1',
    paymentId: 'p1',
    entries: [receivable(-300), { account: 'losses', pence: 300 }],
  })
})

test('a transfer that pays a debt is owed to the artist no more', () => {
  const netting = { nettingId: 'n1', paymentId: 'p1', artistId: 'tom', pence: 200 }
  expect(postingOfNetting(netting)).toEqual({
    fact: 'netted:n1',
    paymentId: 'p1',
    entries: [{ account: 'artist_payable', artistId: 'tom', pence: 200 }, receivable(-200)],
  })
})

test.each(['losses', 'paid_outside'] as const)(
  'a debt that is closed is owed no more, and is booked on %s',
  (account) => {
    expect(postingOfClosedDebt(debt, account)).toEqual({
      fact: 'debt_closed:r1',
      paymentId: 'p1',
      entries: [{ account, pence: 300 }, receivable(-300)],
    })
  },
)

test('what the platform bears of an artist’s share is not owed by the artist', () => {
  const borne = { refundId: 'f1', paymentId: 'p1', artistId: 'tom', pence: 300 }
  expect(postingOfBorneShare(borne)).toEqual({
    fact: 'share_borne:f1',
    paymentId: 'p1',
    entries: [{ account: 'losses', pence: 300 }, receivable(-300)],
  })
})

test('what was taken back is owed to the artist again, and what of it was written off is no loss any more', () => {
  const again = { transferId: 't1', paymentId: 'p1', artistId: 'tom', pence: 300 }
  const payable = { account: 'artist_payable', artistId: 'tom', pence: -300 }
  expect(postingOfOwedAgain({ ...again, writtenOffPence: 0 })).toEqual({
    fact: 'owed_again:t1',
    paymentId: 'p1',
    entries: [receivable(300), payable],
  })
  expect(postingOfOwedAgain({ ...again, writtenOffPence: 120 }).entries).toEqual([
    receivable(420),
    payable,
    { account: 'losses', pence: -120 },
  ])
})

test('a debt that was all written off is neither owed again nor a loss', () => {
  expect(postingOfForgivenAgain(debt)).toEqual({
    fact: 'forgiven_again:r1',
    paymentId: 'p1',
    entries: [receivable(300), { account: 'losses', pence: -300 }],
  })
})
