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
] as const)('the admin’s list of %s reads ?%s as %j', (list, query, expected) => {
  expect(read(list, query)).toEqual(expected)
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
})
