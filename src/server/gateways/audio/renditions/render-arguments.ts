// FFmpeg's argument lists for renditions, the same for the WebAssembly build and for a system's binary.

import type { RenditionFormat } from '#rules/music/audio-formats.ts'
import { decodeArguments } from '../engine-arguments.ts'
import { gainToTargetDb } from '../loudness.ts'

const maxRateHz = 48_000

export type RenderPlan = {
  demuxer: string
  format: RenditionFormat
  loudnessLufs: number
  sampleRateHz: number
}

/** At most 48 kHz, as a whole fraction where there is one: from 88.2 kHz to 44.1 kHz. */
export function wavRateHz(sampleRateHz: number): number {
  if (sampleRateHz <= maxRateHz) return sampleRateHz
  return sampleRateHz % 44_100 === 0 ? 44_100 : maxRateHz
}

export function renderArguments(input: string, plan: RenderPlan, output: string): string[] {
  const encoded = plan.format === 'mp3' ? mp3(plan) : wav(plan)
  return [
    decodeArguments(input, plan.demuxer),
    encoded,
    ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', '-y', output],
  ].flat()
}

function mp3({ loudnessLufs }: RenderPlan): string[] {
  // 0.85 is -1.4 dBFS: room for the overshoot that MP3 adds.
  const filters = `volume=${gainToTargetDb(loudnessLufs).toFixed(2)}dB,alimiter=limit=0.85:level=disabled`
  return [
    ['-af', filters, '-ar', '44100', '-ac', '2'],
    ['-c:a', 'libmp3lame', '-b:a', '320k', '-id3v2_version', '3', '-f', 'mp3'],
  ].flat()
}

/** With dither, because cutting off bits distorts quiet endings. The loudness is the artist's. */
function wav({ sampleRateHz }: RenderPlan): string[] {
  const rate = wavRateHz(sampleRateHz)
  const filter = `aresample=${rate}:osf=s16:dither_method=triangular`
  return ['-af', filter, '-ar', String(rate), '-c:a', 'pcm_s16le', '-f', 'wav']
}
