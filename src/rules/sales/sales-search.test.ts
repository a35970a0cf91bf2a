import { expect, test } from 'vitest'
import { artistSalesPath, readSalesSearch, salesSearchFields } from './sales-search.ts'

test.each([
  ['', { page: 1 }],
  [
    'month=2026-11&kind=track&state=on_its_way&page=3',
    { month: '2026-11', kind: 'track', state: 'on_its_way', page: 3 },
  ],
  ['month=2026-13&kind=x&state=y&page=0', { page: 1 }],
  ['month=1999-01&page=100001', { page: 1 }],
  ['page=1.5', { page: 1 }],
  ['page=100000', { page: 100_000 }],
])('the search of sales in the URL "%s" is %j', (query, expected) => {
  expect(readSalesSearch(new URLSearchParams(query))).toStrictEqual(expected)
})

test.each([
  [{}, '/artist-dashboard/sales'],
  [{ page: 1 }, '/artist-dashboard/sales'],
  [
    { month: '2026-11', kind: 'commission', state: 'held', page: 2 } as const,
    '/artist-dashboard/sales?month=2026-11&kind=commission&state=held&page=2',
  ],
])('the sales of %j are at %s', (search, path) => {
  expect(artistSalesPath(search)).toBe(path)
})

test('several months are none', () => {
  expect(salesSearchFields.month(['2026-11'])).toBeUndefined()
})
