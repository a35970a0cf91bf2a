import { expect, test } from 'vitest'
import { choosePreview, planDelivery, planExample } from './choose-preview.ts'
import { measurePeaks } from './peaks.ts'

const rateHz = 11_025

test('peaks follow the envelope of the recording, its highest sample being 255', () => {
  const rising = record(10, (seconds) => seconds / 10)

  const peaks = measurePeaks(rising, 100)

  expect(peaks).toHaveLength(100)
  expect([...peaks]).toEqual([...peaks].toSorted((one, other) => one - other))
  expect(peaks[49]).toBeCloseTo(127.5, -1)
  expect(peaks[99]).toBe(255)
})

test('a recording with fewer samples than buckets still has peaks', () => {
  expect([...measurePeaks(Int16Array.of(100, -200), 4)]).toEqual([0, 128, 0, 255])
})

test('peaks of silence are all 0', () => {
  expect(Math.max(...measurePeaks(new Int16Array(5_000), 1000))).toBe(0)
})

const recordings = [
  {
    name: 'silence before the music is skipped',
    envelope: (seconds: number) => (seconds < 20 ? 0 : 0.5),
    seconds: 120,
    startsAtMs: 20_000,
  },
  {
    name: 'the first of two equally full choruses is chosen',
    envelope: (seconds: number) => (seconds % 60 < 30 ? 0.1 : 0.5),
    seconds: 180,
    // The earliest window within 1 dB of the chorus.
    startsAtMs: 24_000,
  },
  {
    name: 'the preview of an even recording starts at its beginning',
    envelope: () => 0.3,
    seconds: 90,
    startsAtMs: 0,
  },
]

test.each(recordings)('preview: $name', ({ envelope, seconds, startsAtMs }) => {
  const plan = choosePreview(record(seconds, envelope), rateHz, -18)

  expect(plan.durationMs).toBe(30_000)
  expect(plan.startMs).toBe(startsAtMs)
})

test('an example is the beginning of the recording, a minute at most, and as loud as a preview', () => {
  const lengths = [
    [5, 5_000],
    [60, 60_000],
    [61, 60_000],
    [180, 60_000],
  ] as const
  for (const [seconds, durationMs] of lengths) {
    const plan = planExample(
      record(seconds, () => 0.3),
      rateHz,
      -18,
    )
    expect(plan).toMatchObject({ startMs: 0, durationMs })
    expect(plan.gainDb).toBeCloseTo(4)
  }
})

test('preview: it lies inside the recording and is at most half of it', () => {
  for (const seconds of [5, 7.3, 29.9, 41, 59.99, 60, 61]) {
    const swelling = record(seconds, (at) => at / seconds)

    const plan = choosePreview(swelling, rateHz, -18)

    expect(plan.durationMs).toBeLessThanOrEqual((seconds * 1000) / 2)
    expect(plan.startMs + plan.durationMs).toBeLessThanOrEqual(seconds * 1000)
  }
})

test.each([
  { loudnessLufs: -18, gainDb: 4 },
  { loudnessLufs: -40, gainDb: 9 },
  { loudnessLufs: 5, gainDb: -12 },
])('preview: a recording at $loudnessLufs LUFS gets a gain of $gainDb dB', (recording) => {
  const even = record(60, () => 0.3)

  const { gainDb } = choosePreview(even, rateHz, recording.loudnessLufs)

  expect(gainDb).toBeCloseTo(recording.gainDb, 1)
})

test('preview: a window louder than the rest gets less gain, so that previews are equally loud', () => {
  const loudEnd = record(120, (seconds) => (seconds < 60 ? 0.25 : 0.5))
  const typicalOfBoth = 10 * Math.log10((0.25 ** 2 + 0.5 ** 2) / 2)
  const loudest = 10 * Math.log10(0.5 ** 2)

  const { gainDb } = choosePreview(loudEnd, rateHz, -20)

  expect(gainDb).toBeGreaterThanOrEqual(6 - (loudest - typicalOfBoth) - 0.1)
  expect(gainDb).toBeLessThanOrEqual(6 - (loudest - typicalOfBoth) + 1.1)
})

function record(seconds: number, envelope: (seconds: number) => number): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * rateHz) }, (_, index) => {
    const at = index / rateHz
    return Math.round(32_767 * envelope(at) * Math.sin(2 * Math.PI * 330 * at))
  })
}

const planned = (seconds: number, startMs: number | null) =>
  planDelivery({ samples: record(seconds, () => 0.3), rateHz, loudnessLufs: -18 }, startMs)

test('the preview of a delivery always lasts 30 seconds, and never to the end of a recording of 45', () => {
  for (const seconds of [45, 60, 300]) expect(planned(seconds, null).durationMs).toBe(30_000)
  const swelling = record(45, (seconds) => seconds / 45)
  const plan = planDelivery({ samples: swelling, rateHz, loudnessLufs: -18 }, null)
  expect(plan.startMs).toBeGreaterThan(0)
  expect(plan.startMs + plan.durationMs).toBeLessThanOrEqual(45_000)
})

test('the preview of a delivery starts where the one before it started, or as late as it can', () => {
  expect(planned(90, 17_300)).toMatchObject({ startMs: 17_300, durationMs: 30_000 })
  expect(planned(46, 17_300)).toMatchObject({ startMs: 16_000, durationMs: 30_000 })
})

test('the second preview is as loud as the first, however loud the rest of the recording is', () => {
  const quietAfter = (loud: number) =>
    planDelivery(
      { samples: record(120, (seconds) => (seconds < 60 ? 0.3 : loud)), rateHz, loudnessLufs: -18 },
      0,
    ).gainDb
  expect(quietAfter(0.3)).toBeCloseTo(4, 0)
  expect(quietAfter(0.05)).toBeLessThanOrEqual(quietAfter(0.3))
})
