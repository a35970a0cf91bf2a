import { expect, test } from 'vitest'
import { offerForAnotherKey } from './offers.ts'

test('for another key the first offer counts that is for it, in the order of the artist', () => {
  const any = { id: 'a', fits: 'any' as const }
  const [first, second] = ['b', 'c'].map((id) => ({ id, fits: 'another_key' as const }))
  if (!first || !second) throw new Error('Two were made.')
  expect(offerForAnotherKey([any, first, second])).toBe(first)
  expect(offerForAnotherKey([second, any, first])).toBe(second)
  expect(offerForAnotherKey([any])).toBeUndefined()
})
