// Measures the key and the tempo of a recording.

import { measureKey } from './measure-key.ts'
import { measureTempo } from './measure-tempo.ts'
import type { MeasuredMusic } from './measured-music.ts'

/** Below it another tempo fits nearly as well. */
const minTempoConfidence = 0.1

export function measureMusic(samples: Int16Array, rateHz: number): MeasuredMusic {
  const key = measureKey(samples, rateHz)
  const tempo = measureTempo(samples, rateHz)
  return {
    measuredKey: key?.key ?? null,
    measuredKeyConfidence: key?.confidence ?? null,
    tempoBpm: tempo !== null && tempo.confidence >= minTempoConfidence ? tempo.bpm : null,
  }
}
