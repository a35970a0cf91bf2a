// FFmpeg's argument lists, the same for the WebAssembly build and for a system's binary.
import { madeMp3Kbits } from '#rules/music/audio-formats.ts'
import { maxMs } from './audio-limits.ts'
import type { PreviewPlan } from './choose-preview.ts'

/** The sample rate of the mono PCM that peaks and the preview's position are computed from. */
export const measuredRateHz = 11_025

// The demuxer is always set: when FFmpeg detects it, it reads a text that begins with "ffconcat" as
// a list and opens the files it names.
const quiet = ['-nostdin', '-hide_banner', '-nostats', '-protocol_whitelist', 'file']
const firstAudioStreamOnly = ['-map', '0:a:0', '-vn', '-sn', '-dn']

// One second above the limit, so that a longer file is detected even with a false header.
const maxDecodedSeconds = maxMs / 1000 + 1

/** Describes the streams without decoding. FFmpeg ends with status 1, as no output is named. */
export function probeArguments(input: string, demuxer: string): string[] {
  return [...quiet, '-f', demuxer, '-i', input]
}

/** The part of each list that decodes the whole file. */
export function decodeArguments(input: string, demuxer: string): string[] {
  return [
    quiet,
    // `-xerror` would be too strict: it refuses files with a few bad bits that all players play.
    ['-max_error_rate', '0.05'],
    ['-f', demuxer, '-t', String(maxDecodedSeconds), '-i', input],
    firstAudioStreamOnly,
  ].flat()
}

/** Decodes the whole file once: EBU R128 figures into the log, 16-bit mono PCM into `output`. */
export function measureArguments(input: string, demuxer: string, output: string): string[] {
  const filters = [
    'ebur128=framelog=verbose',
    `aformat=sample_fmts=s16:sample_rates=${measuredRateHz}:channel_layouts=mono`,
  ]
  return [
    decodeArguments(input, demuxer),
    ['-af', filters.join(','), '-f', 's16le', '-y', output],
  ].flat()
}

/** Encodes the whole file as MP3, 128 kbit/s constant, as loud as previews. */
export function listeningCopyArguments(
  input: string,
  demuxer: string,
  { gainDb }: Pick<PreviewPlan, 'gainDb'>,
  output: string,
): string[] {
  return [decodeArguments(input, demuxer), ['-af', louder(gainDb)], mp3(output)].flat()
}

/** Encodes the planned window as MP3, 128 kbit/s constant (variable rates show wrong lengths). */
export function previewArguments(
  input: string,
  demuxer: string,
  plan: PreviewPlan,
  output: string,
): string[] {
  const seconds = plan.durationMs / 1000
  const fadeIn = Math.min(0.4, seconds / 10)
  const fadeOut = Math.min(2, seconds / 5)
  const filters = [
    louder(plan.gainDb),
    `afade=t=in:d=${fadeIn}`,
    `afade=t=out:st=${seconds - fadeOut}:d=${fadeOut}`,
  ]
  return [
    quiet,
    ['-ss', String(plan.startMs / 1000), '-t', String(seconds), '-f', demuxer, '-i', input],
    firstAudioStreamOnly,
    ['-af', filters.join(',')],
    mp3(output),
  ].flat()
}

/** 0.85 is -1.4 dBFS: room for the overshoot that MP3 adds. */
function louder(gainDb: number): string {
  return `volume=${gainDb.toFixed(2)}dB,alimiter=limit=0.85:level=disabled`
}

function mp3(output: string): string[] {
  return [
    ['-ar', '44100', '-ac', '2'],
    [
      '-c:a',
      'libmp3lame',
      '-b:a',
      `${madeMp3Kbits}k`,
      '-map_metadata',
      '-1',
      '-id3v2_version',
      '3',
    ],
    ['-f', 'mp3', '-y', output],
  ].flat()
}
