import { expect, test } from 'vitest'
import { audioContainerNames } from '#rules/music/audio-formats.ts'
import { sniffAudio } from './sniff-audio.ts'

const beginnings: [name: string, hex: string, container: string | null][] = [
  ['RIFF WAVE', '52494646ffffffff57415645', 'wav'],
  ['RIFF AVI', '52494646ffffffff41564920', null],
  ['FLAC', '664c6143', 'flac'],
  ['Ogg', '4f676753', 'ogg'],
  ['AIFF', '464f524d00000000 41494646', 'aiff'],
  ['compressed AIFF', '464f524d00000000 41494643', 'aiff'],
  ['M4A', '0000002066747970 4d344120', 'm4a'],
  ['plain MP4', '0000002066747970 69736f6d', 'm4a'],
  ['QuickTime video', '0000002066747970 71742020', null],
  ['MPEG layer 3', 'fffb9064', 'mp3'],
  ['MPEG 2 layer 3', 'fff38064', 'mp3'],
  ['MPEG layer 2', 'fffd9064', null],
  ['MPEG of an impossible bit rate', 'fffbf064', null],
  ['ADTS', 'fff15080', 'aac'],
  ['MP3 behind a short tag', '49443303000000000004 00000000 fffb9064', 'mp3'],
  ['text behind a short tag', '49443303000000000004 00000000 74657874', null],
  ['a tag longer than what is seen', '4944330300000002000000', 'mp3'],
  ['Windows program', '4d5a9000', null],
  ['Matroska', '1a45dfa3', null],
]

test.each(beginnings)('a file that begins as %s (%s) is sniffed as %s', (_name, hex, container) => {
  const head = Buffer.alloc(4096)
  Buffer.from(hex.replaceAll(' ', ''), 'hex').copy(head)

  expect(sniffAudio(head)).toBe(container)
})

test('every accepted format is recognised by its first bytes', () => {
  const recognised = new Set(beginnings.map(([, , container]) => container))
  expect(audioContainerNames.filter((name) => !recognised.has(name))).toEqual([])
})

test('a file too short to contain audio is not recognised, whatever its first bytes are', () => {
  expect(sniffAudio(Buffer.from('fLaC'))).toBeNull()
  expect(sniffAudio(new Uint8Array())).toBeNull()
})
