// Checks a recording against the limits of rules/uploads/upload-limits.ts; each check throws the refusal that names the limit.

import type { AudioContainer } from '#rules/music/audio-formats.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { AudioRefused } from './audio-refusal.ts'
import type { Loudness, StreamFacts } from './ffmpeg.ts'

export const maxMs = audioLimits.maxMinutes * 60_000

// Every further decoder is one more parser of untrusted bytes, and customers may not be able to play the file.
const acceptedCodecs = /^(pcm_\w+|flac|alac|mp3|aac|vorbis|opus)$/

/**
 * Checks what the header declares. It must run before decoding: a WAV of 1 Hz or one hour of
 * silence in a megabyte of FLAC would otherwise keep a core busy until the time limit.
 */
export function checkStream(stream: StreamFacts): void {
  if (stream.hasPictures || !acceptedCodecs.test(stream.codec))
    throw new AudioRefused('audio_not_recognised')
  if (stream.channels > audioLimits.maxChannels) throw new AudioRefused('audio_channels')
  const { minSampleRateHz, maxSampleRateHz } = audioLimits
  if (stream.sampleRateHz < minSampleRateHz || stream.sampleRateHz > maxSampleRateHz) {
    throw new AudioRefused('audio_sample_rate')
  }
  if (stream.declaredMs !== null && stream.declaredMs > maxMs) {
    throw new AudioRefused('audio_too_long')
  }
}

/** Checks the decoded data, independent of the header. */
export function checkDecoded(decoded: {
  container: AudioContainer
  stream: StreamFacts
  durationMs: number
  loudness: Loudness
  minSeconds: number
}): void {
  const { container, stream, durationMs, loudness, minSeconds } = decoded
  if (durationMs > maxMs) throw new AudioRefused('audio_too_long')
  if (endsBeforeDeclared(container, stream, durationMs)) throw new AudioRefused('audio_broken')
  if (durationMs < minSeconds * 1000) throw new AudioRefused('audio_too_short')
  if (loudness.loudnessLufs < audioLimits.silentBelowLufs) throw new AudioRefused('audio_silent')
}

/** Their headers contain a count of samples or, in the first frame of most MP3 files, of frames. */
const countingContainers = new Set<AudioContainer>(['flac', 'm4a', 'mp3'])

/**
 * Whether the upload was cut short, or has a gap. WAV and AIFF count bytes (see `lacksDeclaredBytes`), OGG marks its
 * end (see `lacksLastPage`), AAC and the other MP3 files declare nothing.
 */
function endsBeforeDeclared(
  container: AudioContainer,
  { declaredMs }: StreamFacts,
  durationMs: number,
): boolean {
  if (declaredMs === null || !countingContainers.has(container)) return false
  return durationMs < declaredMs * 0.99 - 1_000
}

/** Whether a WAV or AIFF file is shorter than its first chunk declares, as an interrupted copy is. */
export function lacksDeclaredBytes(
  container: AudioContainer,
  head: Uint8Array,
  fileBytes: number,
): boolean {
  if (container !== 'wav' && container !== 'aiff') return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const declaredBytes = view.getUint32(4, container === 'wav')
  // Programs that write to a pipe do not know the length and write a value near 2 or 4 GiB.
  const lengthIsUnknown = declaredBytes >= 0x7fff0000
  return !lengthIsUnknown && fileBytes < declaredBytes * 0.99
}

/** How many bytes from the end of a file `lacksLastPage` needs: the maximum length of a page. */
export const maxOggPageBytes = 65_307

/** Whether an OGG file ends before the page marked as last, as an interrupted copy does (RFC 3533, section 6). */
export function lacksLastPage(container: AudioContainer, tail: Uint8Array): boolean {
  if (container !== 'ogg') return false
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  const page = bytes.lastIndexOf('OggS')
  if (page === -1) return true
  const segments = bytes[page + 26] ?? 0
  const lengths = bytes.subarray(page + 27, page + 27 + segments)
  const pageBytes = 27 + segments + lengths.reduce((sum, length) => sum + length, 0)
  const isMarkedLast = ((bytes[page + 5] ?? 0) & 0b100) !== 0
  return !isMarkedLast || page + pageBytes > bytes.length
}
