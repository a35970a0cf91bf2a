import { expect, test } from 'vitest'
import { isSameList, readDashboardSearch, uploadDialog } from './dashboard-search.ts'

const read = (query: string) => readDashboardSearch(new URLSearchParams(query))

test.each([
  ['', { query: undefined, page: 1, dialog: undefined }],
  ['query=+skylark+&page=3', { query: 'skylark', page: 3, dialog: undefined }],
  ['page=0', { query: undefined, page: 1, dialog: undefined }],
  ['upload=new', { query: undefined, page: 1, dialog: uploadDialog }],
  ['edit=t1&page=2', { query: undefined, page: 2, dialog: { name: 'edit', id: 't1' } }],
  ['withdraw=t1', { query: undefined, page: 1, dialog: { name: 'withdraw', id: 't1' } }],
  ['edit=', { query: undefined, page: 1, dialog: undefined }],
])('the dashboard’s URL ?%s is read as %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test('opening a dialog shows the same list; another page or search does not', () => {
  const same = (one: string, other: string) =>
    isSameList(new URLSearchParams(one), new URLSearchParams(other))
  expect(same('page=2', 'page=2&edit=t1')).toBe(true)
  expect(same('', 'upload=new')).toBe(true)
  expect(same('page=2', 'page=3')).toBe(false)
  expect(same('query=a', 'query=b')).toBe(false)
})
