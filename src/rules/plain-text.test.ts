import { expect, test } from 'vitest'
import { manyLines, mixesAlphabets, oneLine, showsSomething } from './plain-text.ts'

test.each([
  ['  Ann  A ', 'Ann A'],
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  ['Zoe\u0308', 'Zoë'],
  ['a\0b', 'ab'],
  ['photo\u202Egpj.wav', 'photogpj.wav'],
  ['\u200B\u200B', ''],
  ['👩\u200D🎤', '👩\u200D🎤'],
  ['Skye\uD83D Boat\uDE00', 'Skye Boat'],
  // Persian spelling needs this joiner.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
])('oneLine(%j) is %j', (typed, text) => {
  expect(oneLine(typed)).toBe(text)
})

test('all line endings become \\n', () => {
  expect(manyLines('one\r\ntwo\rthree\nfour\0 ')).toBe('one\ntwo\nthree\nfour')
  expect(manyLines('verse\tchorus')).toBe('verse chorus')
})

test('text without a visible character counts as empty', () => {
  expect(['', ' ', '\u200D'].some(showsSomething)).toBe(false)
  expect(['a', '!', '🎸'].every(showsSomething)).toBe(true)
})

test('a name in two alphabets is detected', () => {
  expect(['аnn', 'Анна', 'Ann', 'Δim', '山田 Ann'].map(mixesAlphabets)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})
