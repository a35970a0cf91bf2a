import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { amazingGrace, houseOfTheRisingSun } from '../catalogue/songs/american.ts'
import type { MusicSpec, Style } from './score/music-spec.ts'
import { renderTrack } from './render-track.ts'
import { readKey } from './score/song-form.ts'
import { timelineOf } from './score/timeline.ts'
import { chromaOf, readLeftChannel, strongestTriad } from './spectrum.ts'

const short: MusicSpec = {
  chart: { meter: '4/4', verse: 'I | IV | ii7 V7 | I' },
  key: 'D',
  bpm: 176,
  style: 'full',
  verses: 1,
  seed: 9,
}

// Read-only: the recordings of `short` that several tests look at.
const recordings = new Map<Style, Buffer>()

function recordingIn(style: Style): Buffer {
  const recording = recordings.get(style) ?? renderTrack({ ...short, style })
  recordings.set(style, recording)
  return recording
}

function hashOf(wav: Buffer): string {
  return createHash('sha256').update(wav).digest('hex')
}

test('the same specification gives the same bytes, another seed gives others', () => {
  const first = hashOf(recordingIn(short.style))
  expect(hashOf(renderTrack({ ...short }))).toBe(first)
  expect(hashOf(renderTrack({ ...short, seed: 10 }))).not.toBe(first)
})

test('a recording is a 44.1 kHz 16-bit stereo WAV file', () => {
  const wav = recordingIn('strum')
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
    2, 44_100, 16,
  ])
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
})

test.for<Style>(['strum', 'fingerpicked', 'ballad', 'arpeggio', 'full'])(
  'a recording in the style %s has its length, a peak of −2 dBFS, no hum and silent ends',
  (style) => {
    const sound = readLeftChannel(recordingIn(style))
    expect(Math.abs(sound.length / 44_100 - timelineOf({ ...short, style }).seconds)).toBeLessThan(
      1,
    )
    const peak = sound.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
    // The highest peak may be in the other channel: this one stays within 2 dB of it.
    expect(20 * Math.log10(peak)).toBeLessThan(-1.9)
    expect(20 * Math.log10(peak)).toBeGreaterThan(-4)
    const power = sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length
    expect(10 * Math.log10(power)).toBeGreaterThan(-26)
    const mean = sound.reduce((sum, sample) => sum + sample, 0) / sound.length
    expect(Math.abs(mean)).toBeLessThan(2e-4)
    expect(Math.abs(sound[0] ?? 1)).toBe(0)
    expect(Math.abs(sound.at(-1) ?? 1)).toBe(0)
  },
)

test.for<MusicSpec>([
  { chart: amazingGrace, key: 'Ab', bpm: 180, style: 'ballad', verses: 1, seed: 1 },
  { chart: amazingGrace, key: 'E', bpm: 180, style: 'strum', verses: 1, seed: 2 },
  { chart: houseOfTheRisingSun, key: 'C#m', bpm: 135, style: 'fingerpicked', verses: 1, seed: 3 },
  { chart: houseOfTheRisingSun, key: 'Bbm', bpm: 135, style: 'full', verses: 1, seed: 4 },
])('a song in $key sounds the triad of $key above all others', (spec) => {
  const { tonic, isMinor } = readKey(spec.key)
  const heard = strongestTriad(chromaOf(readLeftChannel(renderTrack(spec))))
  expect(heard).toEqual({ root: tonic, isMinor })
})
