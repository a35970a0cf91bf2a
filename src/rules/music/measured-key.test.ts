import { expect, test } from 'vitest'
import { leastKeyConfidence, questionAboutKey } from './measured-key.ts'

const measured = (measuredKey: string | null, measuredKeyConfidence: number | null = 1) => ({
  measuredKey,
  measuredKeyConfidence,
})

test.each([
  ['C', 'C'],
  ['Db', 'C#'],
  ['G♭', 'F#'],
  ['C', 'Am'],
  ['Am', 'C'],
  ['Bbm', 'Db'],
  ['A#m', 'C#'],
  ['B', 'G#m'],
])('the written key %s agrees with the measured key %s', (written, heard) => {
  expect(questionAboutKey(written, measured(heard))).toBeNull()
})

test.each([
  ['C', 'G', 'You wrote C, it sounds like G. Which is it?'],
  ['C', 'Cm', 'You wrote C, it sounds like Cm. Which is it?'],
  ['Bb', 'C#m', 'You wrote B♭, it sounds like C♯m. Which is it?'],
  ['Em', 'C', 'You wrote Em, it sounds like C. Which is it?'],
  ['Bm', 'A', 'You wrote Bm, it sounds like A. Which is it?'],
])('the written key %s and the measured key %s: "%s"', (written, heard, question) => {
  expect(questionAboutKey(written, measured(heard))).toBe(question)
})

test('nothing is asked about an uncertain or missing measurement, or about a text that is not a key', () => {
  expect(questionAboutKey('C', measured('G', leastKeyConfidence - 0.01))).toBeNull()
  expect(questionAboutKey('C', measured('G', leastKeyConfidence))).not.toBeNull()
  expect(questionAboutKey('C', measured('G', null))).toBeNull()
  expect(questionAboutKey('C', measured(null))).toBeNull()
  expect(questionAboutKey(null, measured('G'))).toBeNull()
  expect(questionAboutKey('Drop D', measured('G'))).toBeNull()
})
