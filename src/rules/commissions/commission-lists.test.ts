import { expect, test } from 'vitest'
import {
  commissionListStatuses,
  readCommissionList,
  readCustomerCommissions,
} from './commission-lists.ts'
import { commissionProcess } from './commission-process.ts'

test('each status stands in one part of the own list', () => {
  const listed = Object.values(commissionListStatuses).flat()
  expect(listed.toSorted()).toEqual(commissionProcess.statuses.toSorted())
})

test.each([
  ['', { state: undefined, page: 1 }],
  ['state=open&page=3', { state: 'open', page: 3 }],
  ['state=done&page=10000', { state: 'done', page: 10_000 }],
  ['state=ended&page=10001', { state: 'ended', page: 1 }],
  ['state=delivered&page=0', { state: undefined, page: 1 }],
  ['page=1.5', { state: undefined, page: 1 }],
  ['page=x2', { state: undefined, page: 1 }],
  ['page=123456', { state: undefined, page: 1 }],
])('the own list reads ?%s as %j', (query, expected) => {
  expect(readCommissionList(new URLSearchParams(query))).toEqual(expected)
})

test.each([
  ['', { state: 'open', page: 1 }],
  ['commissions=ended&commissionsPage=3', { state: 'ended', page: 3 }],
  ['commissions=all&commissionsPage=2', { state: undefined, page: 2 }],
  ['commissions=delivered&commissionsPage=0', { state: 'open', page: 1 }],
  // Those of the tracks below.
  ['state=done&page=4', { state: 'open', page: 1 }],
])('a customer’s list on My Tracks reads ?%s as %j', (query, expected) => {
  expect(readCustomerCommissions(new URLSearchParams(query))).toEqual(expected)
})
