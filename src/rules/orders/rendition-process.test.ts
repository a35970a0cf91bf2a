import { expect, test } from 'vitest'
import { isPlayable, isRenderable, isRetriable } from './rendition-process.ts'

test.each([
  ['wav', 'pcm_s16le', { mp3: true, wav: false, plays: true }],
  ['wav', 'pcm_s24le', { mp3: true, wav: true, plays: true }],
  ['mp3', 'mp3', { mp3: false, wav: true, plays: true }],
  ['flac', 'flac', { mp3: true, wav: true, plays: true }],
  ['aiff', 'pcm_s16le', { mp3: true, wav: true, plays: false }],
  ['aiff', 'pcm_s16be', { mp3: true, wav: true, plays: false }],
  ['m4a', 'alac', { mp3: true, wav: true, plays: false }],
  ['m4a', 'aac', { mp3: true, wav: true, plays: true }],
])('of %s with %s: %o', (container, codec, expected) => {
  const original = { original_container: container, codec }
  const mp3 = isRenderable(original, 'mp3')
  const wav = isRenderable(original, 'wav')
  expect({ mp3, wav, plays: isPlayable(original) }).toEqual(expected)
})

test('a full disk and a failure may be over at the next attempt, a broken recording stays broken', () => {
  expect(isRetriable('rendition_failed')).toBe(true)
  expect(isRetriable('storage_full')).toBe(true)
  expect(isRetriable('rendition_impossible')).toBe(false)
})
