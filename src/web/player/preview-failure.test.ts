import { expect, test } from 'vitest'
import { failureText } from './preview-failure.ts'

test.each([
  ['ERR-01, ERR-04', 'load', 'Failed to load audio', 'Failed to load preview'],
  ['ERR-02, ERR-05', 'play', 'Failed to play audio', 'Failed to play preview'],
  ['ERR-03', 'no-player', 'Failed to create audio player', 'Failed to create audio player'],
  [
    'ERR-06',
    'network',
    'Network error - check your connection',
    'Network error - check your connection',
  ],
  ['ERR-07', 'format', 'Audio format not supported', 'Audio format not supported'],
  ['ERR-08', 'gone', 'Preview not available', 'Preview not available'],
  ['ERR-09, ERR-10', 'no-url', 'No preview URL available', 'No preview available'],
] as const)(
  '(%s) a failure of kind %s reads "%s" in a player and "%s" on a button',
  (_numbers, failure, inPlayer, onButton) => {
    expect(failureText(failure, 'player')).toBe(inPlayer)
    expect(failureText(failure, 'button')).toBe(onButton)
  },
)
