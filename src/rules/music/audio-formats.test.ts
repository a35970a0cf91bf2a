import { expect, test } from 'vitest'
import {
  audioContainerNames,
  audioContainers,
  audioFileTypes,
  isAudioContainer,
  offeredFormats,
} from './audio-formats.ts'

test('hints name the formats that artists are advised to send', () => {
  expect(offeredFormats).toBe('WAV, FLAC, AIFF, MP3, OGG or M4A')
})

test('a file field takes every ending of every format, each once', () => {
  const endings = audioContainerNames.flatMap((name) => audioContainers[name].endings)
  expect(audioFileTypes).toEqual(['audio/*', ...endings.map((ending) => `.${ending}`)])
  expect(new Set(endings).size).toBe(endings.length)
})

test('only names of the table are formats', () => {
  expect(['wav', 'aac', 'wma', 'toString', undefined].map(isAudioContainer)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
