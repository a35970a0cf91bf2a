// What a recording must be to be sold here; each check throws the refusal that names it.
import { AudioRefused } from './audio-refusal.ts'
import type { Loudness, StreamFacts } from './ffmpeg.ts'
import type { AudioContainer } from './sniff-audio.ts'

export const audioLimits = {
  shortestMs: 5_000,
  longestMs: 20 * 60_000,
  lowestSampleRateHz: 8_000,
  highestSampleRateHz: 192_000,
  mostChannels: 2,
  silentBelowLufs: -60,
}

// Every further decoder is one more parser of strangers' bytes, and a file buyers may not be able to play.
const acceptedCodecs = /^(pcm_\w+|flac|alac|mp3|aac|vorbis|opus)$/

/**
 * Judges what the file says of itself. It must stand before decoding: a WAV of 1 Hz or one hour of
 * silence in a megabyte of FLAC would otherwise keep a core busy until the time limit.
 */
export function checkStream(stream: StreamFacts): void {
  if (stream.hasPictures || !acceptedCodecs.test(stream.codec))
    throw new AudioRefused('audio_not_recognised')
  if (stream.channels > audioLimits.mostChannels) throw new AudioRefused('audio_channels')
  const { lowestSampleRateHz, highestSampleRateHz } = audioLimits
  if (stream.sampleRateHz < lowestSampleRateHz || stream.sampleRateHz > highestSampleRateHz) {
    throw new AudioRefused('audio_sample_rate')
  }
  if (stream.declaredMs !== null && stream.declaredMs > audioLimits.longestMs) {
    throw new AudioRefused('audio_too_long')
  }
}

/** Judges what decoding showed, whatever the header claimed. */
export function checkDecoded(decoded: {
  container: AudioContainer
  stream: StreamFacts
  durationMs: number
  loudness: Loudness
}): void {
  const { container, stream, durationMs, loudness } = decoded
  if (durationMs > audioLimits.longestMs) throw new AudioRefused('audio_too_long')
  if (endsBeforeDeclared(container, stream, durationMs)) throw new AudioRefused('audio_broken')
  if (durationMs < audioLimits.shortestMs) throw new AudioRefused('audio_too_short')
  if (loudness.loudnessLufs < audioLimits.silentBelowLufs) throw new AudioRefused('audio_silent')
}

/** Their headers count what follows: samples or, in the first frame of most MP3 files, frames. */
const countingContainers = new Set<AudioContainer>(['flac', 'm4a', 'mp3'])

/**
 * Whether the upload was cut short, or has a hole. WAV and AIFF count bytes (see `lacksPromisedBytes`), OGG marks its
 * end (see `lacksLastPage`), AAC and the other MP3 files say nothing.
 */
function endsBeforeDeclared(
  container: AudioContainer,
  { declaredMs }: StreamFacts,
  durationMs: number,
): boolean {
  if (declaredMs === null || !countingContainers.has(container)) return false
  return durationMs < declaredMs * 0.99 - 1_000
}

/** Whether a WAV or AIFF file is shorter than its first chunk says, as an interrupted copy is. */
export function lacksPromisedBytes(
  container: AudioContainer,
  head: Uint8Array,
  fileBytes: number,
): boolean {
  if (container !== 'wav' && container !== 'aiff') return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const promisedBytes = view.getUint32(4, container === 'wav')
  // Programs that write to a pipe cannot know the length and put a value near 2 or 4 GiB.
  const lengthIsUnknown = promisedBytes >= 0x7fff0000
  return !lengthIsUnknown && fileBytes < promisedBytes * 0.99
}

/** How many bytes from the end of a file `lacksLastPage` wants to see: a page is never longer. */
export const longestOggPageBytes = 65_307

/** Whether an OGG file ends before the page that says so, as an interrupted copy does (RFC 3533, section 6). */
export function lacksLastPage(container: AudioContainer, tail: Uint8Array): boolean {
  if (container !== 'ogg') return false
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  const page = bytes.lastIndexOf('OggS')
  if (page === -1) return true
  const segments = bytes[page + 26] ?? 0
  const lengths = bytes.subarray(page + 27, page + 27 + segments)
  const pageBytes = 27 + segments + lengths.reduce((sum, length) => sum + length, 0)
  const saysEnd = ((bytes[page + 5] ?? 0) & 0b100) !== 0
  return !saysEnd || page + pageBytes > bytes.length
}
