import { expect, test } from 'vitest'
import {
  isRefundDoubtful,
  isRefundLate,
  mayAskFor,
  mustAnswerRequestBy,
  refundReasons,
  refundRequestProcess,
} from './refund-request.ts'

test('a request is decided once, by an admin', () => {
  expect(refundRequestProcess).toEqual({
    statuses: ['open', 'accepted', 'declined'],
    start: 'open',
    steps: {
      accept: { from: ['open'], to: 'accepted', by: ['admin'] },
      decline: { from: ['open'], to: 'declined', by: ['admin'] },
    },
  })
})

test('only a change of mind needs a track that nobody has downloaded or heard whole', () => {
  const allowed = (heard: { downloads: number; wholePlays: number }) =>
    refundReasons.filter((reason) => mayAskFor(reason, heard))
  expect(allowed({ downloads: 0, wholePlays: 0 })).toEqual(refundReasons)
  const others = ['will_not_play', 'not_as_described', 'wrong_key', 'bought_twice']
  expect(allowed({ downloads: 1, wholePlays: 0 })).toEqual(others)
  expect(allowed({ downloads: 0, wholePlays: 1 })).toEqual(others)
})

test('a refund is doubtful after 150 days, and late after 180', () => {
  const paidAt = new Date('2026-01-01T10:00:00Z')
  const after = (days: number, ms: number) =>
    new Date(paidAt.getTime() + days * 24 * 3_600_000 + ms)
  expect([after(150, -1), after(150, 0)].map((now) => isRefundDoubtful(paidAt, now))).toEqual([
    false,
    true,
  ])
  expect([after(180, -1), after(180, 0)].map((now) => isRefundLate(paidAt, now))).toEqual([
    false,
    true,
  ])
})

test('a request is answered within a fortnight', () => {
  expect(mustAnswerRequestBy('2026-11-28T10:00:00.000Z')).toBe('2026-12-12T10:00:00.000Z')
})
