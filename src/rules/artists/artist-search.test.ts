import { expect, test } from 'vitest'
import { artistSearchFields, artistSorts, readArtistSearch } from './artist-search.ts'

test('each sort value is read as it is written, and those with spaces also with hyphens (ART-13, ART-14)', () => {
  for (const sort of artistSorts) expect(artistSearchFields.orderBy(sort)).toBe(sort)
  expect(artistSearchFields.orderBy('num-of-followers')).toBe('Num of Followers')
  expect(artistSearchFields.orderBy('num-of-reviews/ascending')).toBe('Num of Reviews/ascending')
  for (const wrong of [
    'rating/ascending',
    'popularity/ascending',
    'commission-price/ascending',
    'x',
    1,
  ])
    expect(artistSearchFields.orderBy(wrong)).toBe('popularity')
})

test.each([
  ['lastOnlineWithin', [1, 7, 30, 90], ['2', 'x', '', undefined, -1]],
  ['minCommissions', [1, 5, 10, 25, 50], ['0', '2', 'all', undefined]],
] as const)('%s is one of %j (ART-15, ART-16, BUS-28)', (name, choices, wrong) => {
  for (const choice of choices) expect(artistSearchFields[name](String(choice))).toBe(choice)
  for (const value of wrong) expect(artistSearchFields[name](value)).toBeUndefined()
})

test('availability is true, false, or left out for all (ART-17)', () => {
  const read = artistSearchFields.availableForCommission
  expect(['true', true, 'false', false, 'all', undefined].map(read)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
    undefined,
  ])
})

test('a search text is trimmed and bounded; an odd page is the first', () => {
  expect(artistSearchFields.query('  Mara  ')).toBe('Mara')
  expect(artistSearchFields.query('   ')).toBeUndefined()
  expect(artistSearchFields.query('🎸'.repeat(400))).toBe('🎸'.repeat(300))
  expect(['3', '100000', '100001', '0', '-1', '1.5', 'x'].map(artistSearchFields.page)).toEqual([
    3, 100_000, 1, 1, 1, 1, 1,
  ])
})

test.each([
  ['', { availableForCommission: true, orderBy: 'popularity', page: 1 }],
  ['availableForCommission=all', { orderBy: 'popularity', page: 1 }],
  [
    'availableForCommission=false',
    { availableForCommission: false, orderBy: 'popularity', page: 1 },
  ],
  [
    'query=+Mara+&orderBy=date-joined&lastOnlineWithin=7&minCommissions=5&page=2',
    {
      query: 'Mara',
      orderBy: 'date-joined',
      lastOnlineWithin: 7,
      minCommissions: 5,
      availableForCommission: true,
      page: 2,
    },
  ],
  // What is said twice is not said.
  [
    'query=a&query=b&orderBy=rating&orderBy=rating&page=2&page=3',
    { availableForCommission: true, orderBy: 'popularity', page: 1 },
  ],
])(
  'the page of artists shows those who take commissions until another choice: it reads ?%s (ART-17)',
  (query, expected) => {
    expect(readArtistSearch(new URLSearchParams(query))).toEqual(expected)
  },
)
