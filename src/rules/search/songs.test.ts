import { expect, test } from 'vitest'
import { songKey, songWords } from './songs.ts'

const keyOf = (title: string, originalArtist = 'Traditional') => songKey({ title, originalArtist })

test.each([
  'Loch Lomond (Higher Key)',
  'Loch Lomond (lower key)',
  'Loch Lomond (Original Key)',
  'Loch Lomond (Original)',
  'Loch Lomond (for Bass Voice)',
  'Loch Lomond (Mezzo-Soprano)',
  'Loch Lomond (Female Key)',
  'Loch Lomond (Male Version)',
  'Loch Lomond (Full Band)',
  'Loch Lomond [Piano]',
  'Loch Lomond (Guitar Version) (Lower Key)',
  'Loch Lomond (F#m)',
  'Loch Lomond (B♭)',
  'Loch Lomond (Key: E flat major)',
  'LOCH LOMOND (Key G)',
  'Loch  Lomond ( Piano, Higher Key )',
  'Loch Lomond （Higher Key）',
])('“%s” is a version of “Loch Lomond”', (title) => {
  expect(keyOf(title)).toBe(keyOf('Loch Lomond'))
})

test.each([
  'Loch Lomond (Live)',
  'Loch Lomond (Reprise)',
  'Loch Lomond (Part 2)',
  'Loch Lomond (Live, Higher Key)',
  'Loch Lomond (Lower Keys)',
  'Loch Lomond (Cm7)',
  'Loch Lomond Higher Key',
  'Loch Lomond (Higher Key',
  'Loch Lomond (Abba Version)',
])('“%s” is a song of its own', (title) => {
  expect(keyOf(title)).not.toBe(keyOf('Loch Lomond'))
})

test('the same title of another original artist is another song', () => {
  expect(keyOf('Home', 'Michael Bublé')).toBe(keyOf('Home', 'michael buble'))
  expect(keyOf('Home', 'Michael Bublé')).not.toBe(keyOf('Home'))
})

test('a title that is nothing but such a bracket, or has no letter, stays what it is', () => {
  expect(keyOf('(Piano)')).not.toBe(keyOf('(Guitar)'))
  expect(keyOf('(Piano)')).toBe('piano / traditional')
  expect(keyOf('???')).not.toBe(keyOf('!!!'))
})

test('the words of a song keep every bracket, for searches', () => {
  expect(songWords({ title: 'Loch Lomond (Higher Key)', originalArtist: 'Trad.' })).toBe(
    'loch lomond higher key / trad',
  )
})
