import { expect, test } from 'vitest'
import { postingOfLostDispute, postingOfWonBackDispute } from './dispute-postings.ts'

const decided = { disputeId: 'd1', paymentId: 'p1', pence: 920 }

test('a lost dispute is the platform’s loss, except for what artists bear; one that is won after all is the opposite', () => {
  const shares = [
    { artistId: 'rosa', pence: 500 },
    { artistId: 'tom', pence: 300 },
  ]
  expect(postingOfLostDispute({ ...decided, shares })).toEqual({
    fact: 'dispute_lost:d1',
    paymentId: 'p1',
    entries: [
      { account: 'losses', pence: 120 },
      { account: 'artist_receivable', artistId: 'rosa', pence: 500 },
      { account: 'artist_receivable', artistId: 'tom', pence: 300 },
      { account: 'disputed', pence: -920 },
    ],
  })
  expect(postingOfWonBackDispute({ ...decided, shares })).toEqual({
    fact: 'dispute_won_back:d1',
    paymentId: 'p1',
    entries: [
      { account: 'losses', pence: -120 },
      { account: 'artist_receivable', artistId: 'rosa', pence: -500 },
      { account: 'artist_receivable', artistId: 'tom', pence: -300 },
      { account: 'disputed', pence: 920 },
    ],
  })
})

test('an artist who bears all of it leaves no loss, and one who bears nothing has no entry', () => {
  const shares = [
    { artistId: 'rosa', pence: 920 },
    { artistId: 'tom', pence: 0 },
  ]
  expect(postingOfLostDispute({ ...decided, shares }).entries).toEqual([
    { account: 'artist_receivable', artistId: 'rosa', pence: 920 },
    { account: 'disputed', pence: -920 },
  ])
})
