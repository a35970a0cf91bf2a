import { expect, test } from 'vitest'
import { averageText, starsShown } from './stars.tsx'

test.each([
  [3.49, 3],
  [3.5, 3.5],
  [3.99, 3.5],
  [6, 5],
  [-1, 0],
])('an average of %d shows %d stars (FMT-15)', (average, stars) => {
  expect(starsShown(average, 12)).toBe(stars)
})

test('no stars without ratings (FMT-14)', () => {
  expect(starsShown(4.5, 0)).toBeNull()
  expect(starsShown(null, 3)).toBeNull()
  expect(starsShown(Number.NaN, 3)).toBeNull()
})

test.each([
  [4.46, '4.4'],
  [4.5, '4.5'],
  [3.99, '3.9'],
  [4.1, '4.1'],
  [5.3, '5.0'],
])(
  'an average of %d is written %s, rounded down like its stars (FMT-15, FMT-20)',
  (average, text) => {
    expect(averageText(average)).toBe(text)
    expect(Number(text) % 1 >= 0.5).toBe((starsShown(average, 1) ?? 0) % 1 === 0.5)
  },
)
