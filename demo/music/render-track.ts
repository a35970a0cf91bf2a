// Renders a specification to a finished recording.

import type { MusicSpec } from './score/music-spec.ts'
import { type Random, seededRandom } from './score/random.ts'
import { compose } from './score/compose.ts'
import type { Instrument, Note } from './score/performance.ts'
import { bassBody, type Body, nylonBody, resonate, steelBody } from './sound/guitar-body.ts'
import { master } from './sound/mastering.ts'
import { hitCajon, shake } from './sound/percussion.ts'
import { playPiano } from './sound/piano.ts'
import {
  bassString,
  nylonString,
  pluckString,
  steelString,
  type StringKind,
} from './sound/plucked-string.ts'
import { addRoom } from './sound/room.ts'
import { hertzOf, sampleRate } from './sound/sampling.ts'
import { wavFile } from './sound/wav.ts'

type Channels = { left: Float32Array; right: Float32Array }
type Place = { body: Body; string: StringKind; gain: { left: number; right: number } }

const roomWet = 0.3

/** A whole WAV file: 44.1 kHz, 16 bits, stereo. Uses about 20 bytes of memory per frame. */
export function renderTrack(spec: MusicSpec): Buffer {
  const { notes, seconds } = compose(spec)
  const frames = Math.ceil(seconds * sampleRate)
  const mix = { left: new Float32Array(frames), right: new Float32Array(frames) }
  // All strings use this one buffer in turn: a long track needs only its mix and this buffer.
  const strings = new Float32Array(frames)
  const random = seededRandom(spec.seed ^ 0x5eed)
  const partOf = (instrument: Instrument) => notes.filter((note) => note.instrument === instrument)

  for (const instrument of ['guitar', 'second guitar', 'bass'] as const) {
    const part = partOf(instrument)
    if (part.length === 0) continue
    strings.fill(0)
    const { body, string, gain } = placeOf(instrument, spec, notes)
    for (const note of part) pluckNote(strings, note, string, random)
    resonate(strings, body, mix, gain)
  }
  playPiano(partOf('piano'), mix, 0.8)
  playPercussion(notes, strings, mix, random)
  addRoom(mix.left, mix.right, roomWet)
  master(mix.left, mix.right)
  return wavFile(mix.left, mix.right)
}

function placeOf(
  instrument: 'guitar' | 'second guitar' | 'bass',
  spec: MusicSpec,
  notes: readonly Note[],
): Place {
  if (instrument === 'bass') return { body: bassBody, string: bassString, gain: panned(0, 0.5) }
  const isNylon = spec.strings === 'nylon' || instrument === 'second guitar'
  const instrumentOf = isNylon
    ? { body: nylonBody, string: nylonString }
    : { body: steelBody, string: steelString }
  const isAlone = !notes.some((note) => note.instrument === 'second guitar')
  const pan = instrument === 'second guitar' ? 0.45 : isAlone ? 0 : -0.32
  return { ...instrumentOf, gain: panned(pan, 0.58) }
}

function pluckNote(out: Float32Array, note: Note, string: StringKind, random: Random): void {
  pluckString(
    out,
    {
      startSample: Math.round(note.startSeconds * sampleRate),
      samples: Math.min(out.length, Math.round(note.seconds * sampleRate)),
      hertz: hertzOf(note.midi),
      velocity: note.velocity,
    },
    string,
    random,
  )
}

function playPercussion(
  notes: readonly Note[],
  scratch: Float32Array,
  { left, right }: Channels,
  random: Random,
): void {
  for (const { instrument, hit, pan } of [
    { instrument: 'shaker', hit: shake, pan: 0.3 },
    { instrument: 'cajon', hit: hitCajon, pan: -0.05 },
  ] as const) {
    const part = notes.filter((note) => note.instrument === instrument)
    if (part.length === 0) continue
    scratch.fill(0)
    for (const note of part) hit(scratch, note, random)
    const gain = panned(pan, 0.7)
    for (let n = 0; n < scratch.length; n++) {
      left[n]! += scratch[n]! * gain.left
      right[n]! += scratch[n]! * gain.right
    }
  }
}

/** −1 is left, 1 right; equal power, so that moving a player does not change the level. */
function panned(pan: number, gain: number): { left: number; right: number } {
  const angle = ((pan + 1) * Math.PI) / 4
  return { left: Math.SQRT2 * gain * Math.cos(angle), right: Math.SQRT2 * gain * Math.sin(angle) }
}
