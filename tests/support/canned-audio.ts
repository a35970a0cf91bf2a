// An audio engine that decodes nothing: for tests of what happens to a recording before and after it is prepared.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'

/** Different everywhere, so that a range can be told from another. */
const preview = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at) % 251))

async function prepared(outDir: string) {
  const path = join(outDir, 'preview.mp3')
  await writeFile(path, preview)
  return {
    container: 'wav' as const,
    codec: 'pcm_s16le',
    sampleRateHz: 44_100,
    channels: 2,
    durationMs: 30_000,
    loudnessLufs: -16,
    loudnessRangeLu: 4,
    measuredKey: 'Am',
    measuredKeyConfidence: 0.8,
    tempoBpm: 100,
    peaks: new Uint8Array(1000).fill(128),
    preview: {
      path,
      startMs: 0,
      durationMs: 20_000,
      peaks: new Uint8Array(400).fill(128),
    },
  }
}

export const cannedAudio: AudioEngine = {
  name: 'wasm',
  async prepare({ outDir, onStage = () => undefined }) {
    onStage('checking')
    onStage('measuring')
    onStage('making_preview')
    return prepared(outDir)
  },
  async prepareDelivery({ outDir, startMs }) {
    const one = await prepared(outDir)
    return {
      ...one,
      durationMs: 90_000,
      preview: { ...one.preview, startMs: startMs ?? 12_000, durationMs: 30_000 },
    }
  },
  check: async () => 'wav',
  async makeExample({ outDir }) {
    const path = join(outDir, 'example.mp3')
    await writeFile(path, preview)
    return { path, durationMs: 30_000 }
  },
  async makeListeningCopy({ outDir }) {
    const path = join(outDir, 'copy.mp3')
    await writeFile(path, preview)
    return { path, durationMs: 30_000, peaks: new Uint8Array(400).fill(128) }
  },
  measureMusic: async () => ({ measuredKey: 'G', measuredKeyConfidence: 0.9, tempoBpm: 84 }),
}
