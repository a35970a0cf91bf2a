import { expect, test } from 'vitest'
import { tempoBandOf, tempoBands, tempoLabel, tempoText } from './tempo.ts'

test.each([
  [40, 'slow'],
  [75.4, 'slow'],
  [75.5, 'relaxed'],
  [95.4, 'relaxed'],
  [96, 'moderate'],
  [115, 'moderate'],
  [116, 'upbeat'],
  [139.4, 'upbeat'],
  [139.6, 'fast'],
  [200, 'fast'],
  [null, null],
])('a tempo of %s is %s', (bpm, band) => {
  expect(tempoBandOf(bpm)).toBe(band)
})

test('each band says its tempo', () => {
  expect(tempoBands.map(tempoLabel)).toEqual([
    'Slow (below 76 BPM)',
    'Relaxed (76–95 BPM)',
    'Moderate (96–115 BPM)',
    'Upbeat (116–139 BPM)',
    'Fast (from 140 BPM)',
  ])
})

test('a measured tempo is named in whole beats; an unclear one is not', () => {
  expect(tempoText(95.5)).toBe('About 96 BPM')
  expect(tempoText(null)).toBeNull()
})
