import { expect, test } from 'vitest'
import { commissionListStatuses, readCommissionList } from './commission-lists.ts'
import { commissionProcess } from '../commission-process.ts'

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
