import { expect, test } from 'vitest'
import { feedbackFromNotes, noteTime } from './note-texts.ts'

const at = (seconds: number | null, changes = {}) => ({
  author: 'customer' as const,
  isDone: false,
  seconds,
  ...changes,
})

test.each([
  [[], ''],
  [[at(12)], 'See my notes at 0:12'],
  [[at(24), at(12.9)], 'See my notes at 0:12, 0:24'],
  [[at(12), at(12.4), at(24)], 'See my notes at 0:12, 0:24'],
  [[at(12), at(24, { isDone: true })], 'See my notes at 0:12'],
  [[at(12), at(3, { author: 'artist' })], 'See my notes at 0:12'],
  [[at(24, { isDone: true })], ''],
  [[at(0)], 'See my notes at 0:00'],
  [[at(12), at(null)], 'See my notes at 0:12, and those on the earlier delivery'],
  [[at(null)], 'See my notes on the earlier delivery'],
])('of the notes %j a request for changes begins with %j', (notes, text) => {
  expect(feedbackFromNotes(notes)).toBe(text)
})

test.each([
  [12, '0:12'],
  [12.3, '0:12.3'],
  [12.9, '0:12.9'],
  [0, '0:00'],
  [0.1, '0:00.1'],
  [60.7, '1:00.7'],
])('a note at second %d stands at %s', (seconds, time) => {
  expect(noteTime(seconds)).toBe(time)
})
