// The recordings that a demo commission delivers: made and prepared before, because that takes seconds.

import { join } from 'node:path'
import type { DemoStep } from '../../demo/catalogue/tracks/demo-track.ts'
import type { AudioEngine, PreparedAudio } from '../../src/server/gateways/audio/audio-engine.ts'

/** Writes a recording into a file. */
export type Record = (name: string, file: string, signal: AbortSignal) => Promise<void>

export type Recordings = {
  fileOf: (name: string) => string
  preparedOf: (name: string) => PreparedAudio
}

type Studio = { record: Record; audio: AudioEngine; folder: string; signal: AbortSignal }

/** In the order of the deliveries: a preview starts where the one before it does. */
export async function recordDeliveries(
  { record, audio, folder, signal }: Studio,
  steps: readonly DemoStep[],
): Promise<Recordings> {
  const fileOf = (name: string) => join(folder, `${name}.wav`)
  const prepared = new Map<string, PreparedAudio>()
  let startMs: number | null = null
  for (const step of steps) {
    if (step.step !== 'deliver' || prepared.has(step.recording)) continue
    const path = fileOf(step.recording)
    await record(step.recording, path, signal)
    const result = await audio.prepareDelivery({ path, outDir: folder, signal, startMs })
    prepared.set(step.recording, result)
    startMs = result.preview.startMs
  }
  return {
    fileOf,
    preparedOf(name) {
      const found = prepared.get(name)
      if (!found) throw new Error(`${name} was not recorded.`)
      return found
    },
  }
}
