import path from 'node:path'
import { expect, test } from 'vitest'
import { engines, makeWav, openFolder, type Waveform } from '../audio-samples.ts'
import { measureMusic } from './measure-music.ts'

const rateHz = 11_025

/** Semitones above C4, and beats of a minute in 4/4. */
type Played = { chords: number[][]; bpm: number; a4Hz?: number }

const major = (root: number) => [root, root + 4, root + 7]
const minor = (root: number) => [root, root + 3, root + 7]
/** Each chord for a bar: tonic, subdominant, dominant, tonic. */
const inMajor = (tonic: number) => [tonic, tonic + 5, tonic + 7, tonic].map(major)
const inMinor = (tonic: number) => [minor(tonic), minor(tonic + 5), major(tonic + 7), minor(tonic)]

/** Chords of plucked strings with a bass, struck on each beat. */
function strum({ chords, bpm, a4Hz = 440 }: Played): Waveform {
  const beatSeconds = 60 / bpm
  return (seconds) => {
    const beat = Math.floor(seconds / beatSeconds)
    const chord = chords[Math.floor(beat / 4) % chords.length] ?? []
    const since = seconds - beat * beatSeconds
    const notes = [(chord[0] ?? 0) - 12, ...chord]
    const sum = notes.reduce(
      (total, note) => total + pluck(a4Hz * 2 ** ((note - 9) / 12), since),
      0,
    )
    return 0.1 * sum * Math.min(1, since * 200)
  }
}

function pluck(hz: number, since: number): number {
  let sample = 0
  for (let partial = 1; partial <= 5; partial++)
    sample +=
      (Math.sin(2 * Math.PI * hz * partial * since) / partial) * Math.exp(-2 * partial * since)
  return sample
}

function record(waveform: Waveform, seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * rateHz }, (_, at) =>
    Math.round(32_767 * Math.max(-1, Math.min(1, waveform(at / rateHz)))),
  )
}

/** The same on each call. */
function noise(): Waveform {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state / 2 ** 31 - 1) * 0.3
  }
}

const bars = (count: number, bpm: number) => Math.ceil((count * 4 * 60) / bpm)

test.each([
  { key: 'C', chords: inMajor(0), bpm: 90 },
  { key: 'F#', chords: inMajor(6), bpm: 120 },
  { key: 'Bb', chords: inMajor(-2), bpm: 72 },
  { key: 'Am', chords: inMinor(-3), bpm: 100 },
  { key: 'C#m', chords: inMinor(1), bpm: 132 },
])('a song in $key at $bpm BPM is measured as that', ({ key, chords, bpm }) => {
  const measured = measureMusic(record(strum({ chords, bpm }), bars(8, bpm)), rateHz)
  expect(measured.measuredKey).toBe(key)
  expect(measured.measuredKeyConfidence).toBeGreaterThan(0.3)
  expect(Math.abs((measured.tempoBpm ?? 0) / bpm - 1)).toBeLessThan(0.02)
})

test.each([432, 415, 452])('instruments tuned to %i Hz are in the key that they play', (a4Hz) => {
  const played = { chords: inMajor(4), bpm: 96, a4Hz }
  const measured = measureMusic(record(strum(played), bars(4, 96)), rateHz)
  // 415 Hz is a semitone below 440 Hz: what is written E sounds like E flat.
  expect(measured.measuredKey).toBe(a4Hz === 415 ? 'Eb' : 'E')
  expect(measured.measuredKeyConfidence).toBeGreaterThan(0.3)
})

test('noise has neither a confident key nor a tempo, and a metronome has its tempo', () => {
  const measured = measureMusic(record(noise(), 12), rateHz)
  expect([measured.measuredKeyConfidence, measured.tempoBpm]).toEqual([0, null])
  const metronome: Waveform = (seconds) => (seconds % 0.5 < 0.002 ? 0.8 : 0)
  expect(measureMusic(record(metronome, 12), rateHz).tempoBpm).toBeCloseTo(120, 0)
})

test('silence, and what is shorter than a bar, have neither key nor tempo', () => {
  const none = { measuredKey: null, measuredKeyConfidence: null, tempoBpm: null }
  expect(measureMusic(new Int16Array(10 * rateHz), rateHz)).toEqual(none)
  expect(measureMusic(new Int16Array(0), rateHz)).toEqual(none)
  const { tempoBpm } = measureMusic(record(strum({ chords: inMajor(0), bpm: 100 }), 3), rateHz)
  expect(tempoBpm).toBeNull()
})

test.each(engines)(
  '$name measures key and tempo of a recording, alone and as part of its preparation',
  async (engine) => {
    await using scratch = await openFolder()
    const waveform = strum({ chords: inMajor(-5), bpm: 108, a4Hz: 432 })
    const wav = makeWav({ waveform, seconds: bars(4, 108), channels: 1, sampleRateHz: 22_050 })
    const upload = await scratch.write('original', wav)
    const input = { path: upload, outDir: scratch.folder }

    const prepared = await engine.prepare(input)
    const measured = await engine.measureMusic(input)

    expect(prepared).toMatchObject(measured)
    expect(measured.measuredKey).toBe('G')
    expect(measured.tempoBpm).toBeCloseTo(108, 0)
    const broken = await scratch.write('broken', Buffer.from('not a recording'.repeat(100)))
    await expect(engine.measureMusic({ ...input, path: broken })).rejects.toMatchObject({
      code: 'audio_not_recognised',
    })
    expect(path.dirname(prepared.preview.path)).toBe(scratch.folder)
  },
)
