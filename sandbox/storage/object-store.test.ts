import { expect, test } from 'vitest'
import { openDatabaseInMemory } from './database.ts'
import { createObjectStore } from './object-store.ts'

test('a list is in the order of creation, page by page in both directions, whatever was stored first', () => {
  using db = openDatabaseInMemory()
  const store = createObjectStore(db)
  const put = (id: string, created: number) =>
    store.insert('setup_visit', { id, link: 'link', expiresAt: 0 }, { created })
  put('last', 30)
  put('first', 10)
  put('second', 20)
  put('third', 20)
  const idsOf = (query: Parameters<typeof store.list>[1]) =>
    store.list('setup_visit', query).data.map(({ id }) => id)
  expect(idsOf({})).toEqual(['last', 'third', 'second', 'first'])
  expect(idsOf({ startingAfter: 'last', limit: 2 })).toEqual(['third', 'second'])
  expect(idsOf({ startingAfter: 'third' })).toEqual(['second', 'first'])
  expect(idsOf({ endingBefore: 'first', limit: 2 })).toEqual(['third', 'second'])
  expect(idsOf({ endingBefore: 'second' })).toEqual(['last', 'third'])
  expect(idsOf({ created: { gte: 20, since: 25 } })).toEqual(['last'])
})
