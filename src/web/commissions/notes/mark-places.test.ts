import { expect, test } from 'vitest'
import { placeMarks } from './mark-places.ts'

const lanesOf = (...percents: number[]) =>
  placeMarks(percents.map((percent) => ({ percent }))).map(({ percent, lane, marked }) => [
    percent,
    lane,
    marked.length,
  ])

test('markers that are far apart stand in one row, close ones in rows of their own', () => {
  expect(lanesOf(40, 80)).toEqual([
    [40, 0, 1],
    [80, 0, 1],
  ])
  expect(lanesOf(40, 44, 51.5, 53)).toEqual([
    [40, 0, 1],
    [44, 1, 1],
    [51.5, 0, 2],
  ])
})

test('one at the end of the waveform stands within it, and away from the one beside it', () => {
  expect(lanesOf(2, 12.5, 15.75)).toEqual([
    [2, 0, 1],
    [12.5, 1, 2],
  ])
  expect(lanesOf(0, 17)).toEqual([
    [0, 0, 1],
    [17, 0, 1],
  ])
  expect(lanesOf(83, 90, 99)).toEqual([
    [83, 0, 1],
    [90, 1, 1],
    [99, 0, 1],
  ])
})

test('those that are closer than a marker can be told from another are one, in the order of the waveform', () => {
  const places = placeMarks([
    { percent: 43.9, id: 'c' },
    { percent: 40, id: 'a' },
    { percent: 40, id: 'b' },
    { percent: 44, id: 'd' },
  ])
  expect(places.map(({ marked }) => marked.map(({ id }) => id).join(''))).toEqual(['abc', 'd'])
})

test('as many as can be open need three rows at most, wherever they stand', () => {
  for (const width of [0, 5, 50, 100]) {
    const marks = Array.from({ length: 50 }, (_, at) => ({ percent: (width * at) / 49 }))
    const places = placeMarks(marks)
    expect(Math.max(...places.map(({ lane }) => lane))).toBeLessThan(3)
    expect(places.flatMap(({ marked }) => marked)).toHaveLength(50)
  }
})
