// Detects the audio container from a file's first bytes.

import type { AudioContainer } from '#rules/music/audio-formats.ts'

/** How many bytes from the start of a file `sniffAudio` needs. */
export const sniffedBytes = 4096

const minAudioFileBytes = 64
const mp4Brands = new Set(['M4A ', 'M4B ', 'mp42', 'mp41', 'isom', 'iso2'])

/**
 * The container that `head`, the first `sniffedBytes` of a file, indicates, or null when it is not
 * supported. This is only a hint: decoding must prove that the file really is audio.
 */
export function sniffAudio(head: Uint8Array): AudioContainer | null {
  if (head.length < minAudioFileBytes) return null
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  return sniffTaggedContainer(bytes) ?? sniffFrames(bytes)
}

function sniffTaggedContainer(bytes: Buffer): AudioContainer | null {
  const tag = bytes.toString('latin1', 0, 4)
  const form = bytes.toString('latin1', 8, 12)
  if (tag === 'RIFF' && form === 'WAVE') return 'wav'
  if (tag === 'FORM' && (form === 'AIFF' || form === 'AIFC')) return 'aiff'
  if (tag === 'fLaC') return 'flac'
  if (tag === 'OggS') return 'ogg'
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && mp4Brands.has(form)) return 'm4a'
  return null
}

function sniffFrames(bytes: Buffer): AudioContainer | null {
  const start = id3TagBytes(bytes)
  // A tag with cover art is longer than `sniffedBytes`; in practice only MP3 files begin with one.
  if (start + 4 > bytes.length) return 'mp3'
  const frame = bytes.readUInt32BE(start)
  if (isAdtsHeader(frame)) return 'aac'
  return isMpegLayer3Header(frame) ? 'mp3' : null
}

function id3TagBytes(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  // The size is "synchsafe": four bytes of seven bits, after a header of ten bytes.
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return 10 + size
}

function isAdtsHeader(frame: number): boolean {
  const syncAndLayerZero = frame >>> 16
  return (syncAndLayerZero & 0xfff6) === 0xfff0
}

function isMpegLayer3Header(frame: number): boolean {
  const sync = frame >>> 21
  const version = (frame >>> 19) & 0b11
  const layer = (frame >>> 17) & 0b11
  const bitRate = (frame >>> 12) & 0b1111
  const sampleRate = (frame >>> 10) & 0b11
  return (
    sync === 0x7ff &&
    version !== 0b01 &&
    layer === 0b01 &&
    bitRate !== 0b1111 &&
    sampleRate !== 0b11
  )
}
