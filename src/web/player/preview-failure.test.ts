import { expect, test } from 'vitest'
import { failureText } from './preview-failure.ts'

test.each([
  ['load', 'Failed to load audio', 'Failed to load preview'],
  ['play', 'Failed to play audio', 'Failed to play preview'],
  ['no-player', 'Failed to create audio player', 'Failed to create audio player'],
  ['network', 'Network error - check your connection', 'Network error - check your connection'],
  ['format', 'Audio format not supported', 'Audio format not supported'],
  ['gone', 'Preview not available', 'Preview not available'],
  ['no-url', 'No preview URL available', 'No preview available'],
] as const)(
  'a failure of kind %s reads "%s" in a player and "%s" on a button (ERR-01 to ERR-10)',
  (failure, inPlayer, onButton) => {
    expect(failureText(failure, 'player')).toBe(inPlayer)
    expect(failureText(failure, 'button')).toBe(onButton)
  },
)
