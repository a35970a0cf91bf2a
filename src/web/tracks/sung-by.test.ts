import { expect, test } from 'vitest'
import { sungBy } from './sung-by.tsx'

test.each([
  ['Nina Simone', 'as sung by Nina Simone'],
  ['Traditional', 'Traditional'],
  ['Traditional Appalachian', 'Traditional Appalachian'],
  ['The Carter Family (Traditional)', 'as sung by The Carter Family (Traditional)'],
  ['Traditionalists', 'as sung by Traditionalists'],
])('of %s a track says “%s”', (originalArtist, said) => {
  expect(sungBy(originalArtist)).toBe(said)
})
