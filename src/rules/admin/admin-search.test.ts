import { expect, test } from 'vitest'
import { adminSearchFields, isUuid, readAdminSearch, type AdminList } from './admin-search.ts'

const id = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

const read = (list: AdminList, query: string) => readAdminSearch(list, new URLSearchParams(query))

test.each([
  ['users', '', { page: 1 }],
  [
    'users',
    'query=+mara+&role=artist&state=held&page=3',
    { query: 'mara', role: 'artist', state: 'held', page: 3 },
  ],
  ['users', 'query=++&role=owner&state=new', { page: 1 }],
  [
    'tracks',
    `query=skye&state=taken_down&artist=${id}&page=2`,
    { query: 'skye', state: 'taken_down', artist: id, page: 2 },
  ],
  ['tracks', `artist=${id.toUpperCase()}`, { artist: id, page: 1 }],
  ['tracks', 'artist=mara&state=banned', { page: 1 }],
  ['messages', 'query=mara&state=answered', { query: 'mara', state: 'answered', page: 1 }],
  ['flags', 'state=takenDown&page=2', { state: 'takenDown', page: 2 }],
  ['flags', 'state=all', { state: 'all', page: 1 }],
  ['flags', '', { state: 'open', page: 1 }],
  [
    'commissions',
    'query=mia&state=delivered&mark=frozen&age=70&page=2',
    { query: 'mia', state: 'delivered', mark: 'frozen', age: '70', page: 2 },
  ],
  ['commissions', 'state=open&mark=late&age=71', { page: 1 }],
  ['disputes', 'state=resolved&page=2', { state: 'resolved', page: 2 }],
  ['disputes', 'state=answered', { page: 1 }],
  // The parts of the queue, and not the statuses of a flag.
  ['flags', 'state=upheld', { state: 'open', page: 1 }],
  [
    'auditLog',
    `action=ban_user&subject=${id}&admin=${id}`,
    { action: 'ban_user', subject: id, admin: id, page: 1 },
  ],
  ['auditLog', 'action=delete_user&subject=1&admin=1', { page: 1 }],
  [
    'refunds',
    'receipt=UND-000012&owner=mine&found=2&requests=3&page=4',
    { receipt: 'UND-000012', owner: 'mine', found: 2, requests: 3, page: 4 },
  ],
  ['refunds', 'receipt=UND-&owner=mara', { found: 1, requests: 1, page: 1 }],
  ['debts', 'owner=nobody&waiting=2', { owner: 'nobody', waiting: 2, page: 1 }],
  ['orders', 'query=mia&state=needs_person', { query: 'mia', state: 'needs_person', page: 1 }],
  ['reporting', 'year=2030&quarter=4', { year: 2030, quarter: 4, page: 1 }],
  ['reporting', 'year=x&quarter=0', { page: 1 }],
  ['reporting', 'year=2030.5&quarter=5', { page: 1 }],
  ['reporting', 'year=2000&quarter=1', { year: 2000, quarter: 1, page: 1 }],
  ['vat', 'year=2099', { year: 2099, page: 1 }],
  ['vat', 'year=1999', { page: 1 }],
  ['vat', 'year=2100', { page: 1 }],
] as const)('the admin’s list of %s reads ?%s as %j', (list, query, expected) => {
  expect(read(list, query)).toEqual(expected)
})

test.each([
  ['UND-000012', 'UND-000012'],
  ['und-12', 'UND-000012'],
  [' 12 ', 'UND-000012'],
  ['123456789', 'UND-123456789'],
  ['1234567890', undefined],
  ['UND-', undefined],
  ['X12', undefined],
  ['12x', undefined],
  ['UND 12', undefined],
  ['', undefined],
])('the refunds of the receipt %j are those of %s', (text, receipt) => {
  expect(adminSearchFields.refunds.receipt(text)).toBe(receipt)
})

test('an odd page is the first', () => {
  const pages = ['10000', '10001', '1', '0', '-1', '1.5', 'x', ''].map(
    (page) => read('users', `page=${page}`).page,
  )
  expect(pages).toEqual([10_000, 1, 1, 1, 1, 1, 1, 1])
})

test('a long search is cut between characters', () => {
  const { query = '' } = readAdminSearch('users', new URLSearchParams({ query: '🎸'.repeat(400) }))
  expect(query).toBe('🎸'.repeat(300))
})

test.each([
  [id, true],
  [id.toUpperCase(), true],
  [`${id}0`, false],
  [`0${id}`, false],
  [id.replaceAll('-', ''), false],
  [id.replace('0b', 'xy'), false],
  [id.replace('4a0e', '4a0'), false],
  ['', false],
])('searched by %j, a list looks for an id: %j', (text, is) => {
  expect(isUuid(text)).toBe(is)
})

test('a value that is no text is read as none', () => {
  const { artist, query, state } = adminSearchFields.tracks
  for (const value of [[id], ['listed'], 7, null, undefined])
    expect([artist(value), query(value), state(value)]).toEqual([undefined, undefined, undefined])
  expect(adminSearchFields.refunds.receipt(['12'])).toBeUndefined()
})
