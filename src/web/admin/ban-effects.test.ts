import { expect, test } from 'vitest'
import { banEffects } from './ban-effects.ts'

const nothing = { role: 'artist', tracks: 0, sold: 0, owedPence: 0 } as const

test.each([
  [
    { ...nothing },
    [
      'Their profile leaves lists and searches.',
      'They have sold nothing, so no buyer is concerned.',
      'Nothing is owed to them.',
    ],
  ],
  [
    { ...nothing, tracks: 1, sold: 1, owedPence: 290 },
    [
      'Their profile and one track leave lists, searches and carts.',
      'The one copy they sold stays with its buyer, who can go on downloading it.',
      'The £2.90 owed to them is held until an admin releases it.',
    ],
  ],
  [
    { ...nothing, tracks: 3, sold: 2, owedPence: 1250 },
    [
      'Their profile and 3 tracks leave lists, searches and carts.',
      'The 2 copies they sold stay with their buyers, who can go on downloading them.',
      'The £12.50 owed to them is held until an admin releases it.',
    ],
  ],
  [
    null,
    [
      'Their profile and tracks leave lists, searches and carts.',
      'Sold copies stay with their buyers, who can go on downloading them.',
      'What is owed to them is held until an admin releases it.',
    ],
  ],
])('the effects of a ban are whole sentences for every count: %o', (user, sentences) => {
  expect(banEffects(user).slice(2)).toEqual(sentences)
})

test('a customer has nothing that a ban hides or holds', () => {
  expect(banEffects({ ...nothing, role: 'customer' })).toHaveLength(2)
})
