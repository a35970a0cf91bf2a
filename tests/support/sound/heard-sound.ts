// What a page plays, as samples: the sound that leaves the pitch shifter, and the audio elements of the page.

import type { BrowserContext, Page } from 'playwright-core'

type Listening = {
  /** Every audio element that the page has created. */
  elements: HTMLAudioElement[]
  /** Elements whose sound goes through an audio context. */
  rerouted: HTMLAudioElement[]
  contexts: AudioContext[]
  /** What the last context sends to the speakers. */
  output: MediaStreamAudioDestinationNode | null
}

type Connect = (this: AudioNode, to: AudioNode) => AudioNode

declare global {
  var listening: Listening
}

/** In the documents that the context loads from now on. */
export async function listenTo(visitor: BrowserContext): Promise<void> {
  await visitor.addInitScript(() => {
    const heard: Listening = { elements: [], rerouted: [], contexts: [], output: null }
    globalThis.listening = heard
    globalThis.Audio = class extends Audio {
      constructor(src?: string) {
        super(src)
        heard.elements.push(this)
      }
    }
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        heard.contexts.push(this)
      }
      override createMediaElementSource(element: HTMLAudioElement) {
        heard.rerouted.push(element)
        return super.createMediaElementSource(element)
      }
    }
    const connect: Connect = AudioNode.prototype.connect
    function connectAndListen(this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode && this.context instanceof AudioContext) {
        heard.output = this.context.createMediaStreamDestination()
        connect.call(this, heard.output)
      }
      return connect.call(this, to)
    }
    Object.assign(AudioNode.prototype, { connect: connectAndListen })
  })
}

export type Sound = { samples: number[]; sampleRate: number }

/** Records the shifted sound, or else the element that plays; mono, at 8 kHz. */
export async function record(page: Page, seconds: number): Promise<Sound> {
  return page.evaluate(async (duration) => {
    const { elements, rerouted, output } = globalThis.listening
    const playing = elements.find(({ paused }) => !paused)
    if (playing === undefined) throw new Error('Nothing plays.')
    const capture = () => (playing as HTMLAudioElement & Capturing).captureStream()
    type Capturing = { captureStream(): MediaStream }
    const stream = rerouted.includes(playing) ? output?.stream : capture()
    if (stream === undefined) throw new Error('No sound goes to the speakers.')
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 256_000 })
    const chunks: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    setTimeout(() => recorder.stop(), duration * 1000)
    await stopped
    const bytes = await new Blob(chunks).arrayBuffer()
    const decoded = await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(bytes)
    return { samples: [...decoded.getChannelData(0)], sampleRate: decoded.sampleRate }
  }, seconds)
}

/** How many cents the loudest tone near `expectedHz` is above it. */
export function centsFrom(expectedHz: number, { samples, sampleRate }: Sound): number {
  const windowed = hannWindowed(samples)
  let loudest = { cents: NaN, power: -1 }
  for (let cents = -60; cents <= 60; cents += 0.5) {
    const hz = expectedHz * 2 ** (cents / 1200)
    const power = powerAt((2 * Math.PI * hz) / sampleRate, windowed)
    if (power > loudest.power) loudest = { cents, power }
  }
  return loudest.cents
}

function hannWindowed(samples: number[]): Float64Array {
  return Float64Array.from(samples, (sample, index) => {
    return sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / samples.length))
  })
}

/** One bin of a Fourier transform, by the Goertzel algorithm: a sine for each sample would take seconds. */
function powerAt(radiansPerSample: number, samples: Float64Array): number {
  const coefficient = 2 * Math.cos(radiansPerSample)
  let last = 0
  let beforeLast = 0
  for (const sample of samples) {
    const next = sample + coefficient * last - beforeLast
    beforeLast = last
    last = next
  }
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast
}

/** Over so many beats the exact moments of single attacks matter little. */
const beatsApart = 5

/** The duration of a beat, from the moments at which the sound becomes loud. */
export function beatSeconds({ samples, sampleRate }: Sound): number {
  const frame = Math.round(sampleRate / 200)
  const levels: number[] = []
  for (let at = 0; at + frame <= samples.length; at += frame) {
    const squares = samples.slice(at, at + frame).map((sample) => sample * sample)
    levels.push(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / frame))
  }
  const rise = 0.3 * Math.max(...levels)
  const attacks = levels.flatMap((level, index) =>
    level - Math.max(...levels.slice(Math.max(0, index - 4), index), 0) > rise ? [index] : [],
  )
  const seconds = attacks.map((index) => (index * frame) / sampleRate)
  const starts = seconds.filter((start, index) => start - (seconds[index - 1] ?? -1) > 0.1)
  const spans = starts.slice(beatsApart).map((start, index) => start - (starts[index] ?? 0))
  const median = spans.toSorted((a, b) => a - b)[Math.floor(spans.length / 2)]
  if (median === undefined) throw new Error(`The sound has only ${starts.length} beats.`)
  return median / beatsApart
}
