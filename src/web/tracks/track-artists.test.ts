import { expect, test } from 'vitest'
import { sungBy } from './track-artists.tsx'

test.each([
  ['Nina Simone', 'as sung by Nina Simone'],
  ['Traditional', 'Traditional'],
  ['Traditional Appalachian', 'Traditional Appalachian'],
  ['The Carter Family (Traditional)', 'as sung by The Carter Family (Traditional)'],
  ['Traditionalists', 'as sung by Traditionalists'],
])('the original artist %s is shown as “%s”', (originalArtist, text) => {
  expect(sungBy(originalArtist)).toBe(text)
})
