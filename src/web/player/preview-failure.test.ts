import { expect, test } from 'vitest'
import { failureText } from './preview-failure.ts'

test.each([
  ['load', 'Failed to load audio', 'Failed to load preview', 'ERR-01, ERR-04'],
  ['play', 'Failed to play audio', 'Failed to play preview', 'ERR-02, ERR-05'],
  ['no-player', 'Failed to create audio player', 'Failed to create audio player', 'ERR-03'],
  [
    'network',
    'Network error - check your connection',
    'Network error - check your connection',
    'ERR-06',
  ],
  ['format', 'Audio format not supported', 'Audio format not supported', 'ERR-07'],
  ['gone', 'Preview not available', 'Preview not available', 'ERR-08'],
  ['no-url', 'No preview URL available', 'No preview available', 'ERR-09, ERR-10'],
] as const)('a failure of kind %s reads "%s" in a player and "%s" on a button (%s)', (...row) => {
  const [failure, inPlayer, onButton] = row
  expect(failureText(failure, 'player')).toBe(inPlayer)
  expect(failureText(failure, 'button')).toBe(onButton)
})
