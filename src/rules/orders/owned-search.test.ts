import { expect, test } from 'vitest'
import { ownedSearchFields, readOwnedSearch } from './owned-search.ts'

const order = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

test.each([
  ['', { orderBy: 'bought', page: 1 }],
  ['query=+skye+&orderBy=title&page=3', { query: 'skye', orderBy: 'title', page: 3 }],
  [`order=${order.toUpperCase()}`, { order, orderBy: 'bought', page: 1 }],
  ['query=++&orderBy=price&page=0&order=1', { orderBy: 'bought', page: 1 }],
  [`order=${order}0`, { orderBy: 'bought', page: 1 }],
  [`order=0${order}`, { orderBy: 'bought', page: 1 }],
  ['page=1.5&orderBy=artist', { orderBy: 'artist', page: 1 }],
  ['page=100000', { orderBy: 'bought', page: 100_000 }],
  ['page=100001', { orderBy: 'bought', page: 1 }],
])('My Tracks reads ?%s', (query, expected) => {
  expect(readOwnedSearch(new URLSearchParams(query))).toStrictEqual(expected)
})

test('a long search is cut between characters', () => {
  const { query = '' } = readOwnedSearch(new URLSearchParams({ query: '🎸'.repeat(400) }))
  expect([...query]).toHaveLength(300)
})

test.each([[[order]], 7, null, undefined])('%j is not the id of an order', (value) => {
  expect(ownedSearchFields.order(value)).toBeUndefined()
})
