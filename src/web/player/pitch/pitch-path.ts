// Plays a recording in another key or tempo: an audio element of its own, whose sound goes through the pitch shifter.
// Loaded when it is needed; the original needs none of it.

import type createStretch from 'signalsmith-stretch'
import stretchUrl from 'signalsmith-stretch?url'

/** Measured best for plucked strings and chords; its latency is 180 ms. */
const pitchBlocks = { blockMs: 180, intervalMs: 36 }

/** A browser that may not compile the shifter's WebAssembly reports nothing. */
const readyWithinMs = 10_000

export type PitchPath<Element> = {
  /** Its sound goes through the shifter. */
  element: Element
  setSemitones: (semitones: number) => void
  /** Before playing. */
  resume: () => void
  /** Silences at once; what the shifter holds is heard after `resume`. */
  suspend: () => void
  /** Drops what the shifter holds, so that nothing of the old place or file is heard. */
  flush: () => void
}

/** The browser has no audio worklets, or the page is not a secure context. */
export class PitchUnsupported extends Error {}

/** @throws PitchUnsupported, or any other error where the shifter could not be loaded. */
export async function openPitchPath(): Promise<PitchPath<HTMLAudioElement>> {
  if (!('AudioWorkletNode' in globalThis)) throw new PitchUnsupported()
  // Before the first await, because browsers start it only during a press.
  const context = new AudioContext()
  try {
    const shifter = await openShifter(context)
    const element = new Audio()
    // The shifter corrects the pitch of another tempo.
    element.preservesPitch = false
    element.preload = 'auto'
    context.createMediaElementSource(element).connect(shifter).connect(context.destination)
    return {
      element,
      setSemitones: (semitones) => void shifter.schedule({ active: true, semitones }),
      resume: () => void context.resume(),
      suspend: () => void context.suspend(),
      flush: () => void shifter.configure(pitchBlocks),
    }
  } catch (error) {
    await context.close()
    throw error
  }
}

async function openShifter(context: AudioContext) {
  // The file itself instead of a bundled copy: the worklet loads the same file, so it is fetched once.
  const loaded = (await import(/* @vite-ignore */ stretchUrl)) as { default: typeof createStretch }
  const create = loaded.default
  create.moduleUrl = stretchUrl
  const shifter = await withDeadline(create(context))
  await shifter.configure(pitchBlocks)
  return shifter
}

function withDeadline<Value>(work: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The pitch shifter did not start.')), readyWithinMs)
  })
  return Promise.race([work, late])
}
