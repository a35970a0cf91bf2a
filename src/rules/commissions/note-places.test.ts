import { expect, test } from 'vitest'
import { placeInPreview, placeInRecording } from './note-places.ts'

const preview = { startMs: 20_000, lengthMs: 30_000 }

test('a second of the preview is a tenth of a second of the recording', () => {
  expect(placeInRecording(preview, 0)).toBe(200)
  expect(placeInRecording(preview, 12)).toBe(320)
  expect(placeInRecording(preview, 12.34)).toBe(323)
  expect(placeInRecording(preview, 12.35)).toBe(324)
})

test('the ends of a preview belong to it, what lies beyond does not', () => {
  expect(placeInRecording(preview, 30)).toBe(500)
  expect(placeInRecording(preview, 30.1)).toBeNull()
  expect(placeInRecording(preview, -0.1)).toBeNull()
  expect(placeInPreview(preview, 200)).toBe(0)
  expect(placeInPreview(preview, 500)).toBe(30)
  expect(placeInPreview(preview, 199)).toBeNull()
  expect(placeInPreview(preview, 501)).toBeNull()
})

test('a note is found where it was written, also if the preview starts between two tenths', () => {
  for (const startMs of [0, 20_049, 20_050, 20_099])
    for (const seconds of [0, 0.1, 11.9, 12, 30]) {
      const place = placeInRecording({ startMs, lengthMs: 30_000 }, seconds) ?? -1
      // A whole tenth is stored.
      expect(place).toBe(Math.round(place))
      expect(placeInPreview({ startMs, lengthMs: 30_000 }, place)).toBe(seconds)
    }
})

test('in a preview that starts elsewhere a note stands at the same second of the recording, or beside it', () => {
  const place = placeInRecording(preview, 12) ?? -1
  expect(placeInPreview({ startMs: 25_000, lengthMs: 30_000 }, place)).toBe(7)
  expect(placeInPreview({ startMs: 2_000, lengthMs: 30_000 }, place)).toBe(30)
  expect(placeInPreview({ startMs: 1_900, lengthMs: 30_000 }, place)).toBeNull()
  expect(placeInPreview({ startMs: 32_100, lengthMs: 30_000 }, place)).toBeNull()
})
