import { expect, test } from 'vitest'
import { minKeyConfidence, questionAboutKey, settleKey } from './measured-key.ts'

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
  expect(questionAboutKey('C', measured('G', minKeyConfidence - 0.01))).toBeNull()
  expect(questionAboutKey('C', measured('G', minKeyConfidence))).not.toBeNull()
  expect(questionAboutKey('C', measured('G', null))).toBeNull()
  expect(questionAboutKey('C', measured(null))).toBeNull()
  expect(questionAboutKey(null, measured('G'))).toBeNull()
  expect(questionAboutKey('Drop D', measured('G'))).toBeNull()
})

const inAm = measured('Am')

test.each([
  ['as_written', { keySignature: 'E', isKeyStated: true }],
  ['as_measured', { keySignature: 'Am', isKeyStated: false }],
  [null, null],
] as const)('the answer %s to the question settles the key as %j', (answer, settled) => {
  expect(settleKey({ written: 'E', measured: inAm, answer })).toEqual(settled)
})

test('an answer that was not asked for changes nothing', () => {
  for (const written of ['Am', 'C', null])
    expect(settleKey({ written, measured: inAm, answer: 'as_measured' })).toEqual({
      keySignature: written,
      isKeyStated: false,
    })
})

test('a key that stays as it was needs no answer, a new one does', () => {
  const before = { keySignature: 'E', isKeyStated: true }
  const change = (written: string) => settleKey({ written, measured: inAm, answer: null, before })
  expect(change('E')).toEqual({ keySignature: 'E', isKeyStated: true })
  expect(change(' e ')).toEqual({ keySignature: ' e ', isKeyStated: true })
  expect(change('F')).toBeNull()
  expect(change('Am')).toEqual({ keySignature: 'Am', isKeyStated: false })
})
