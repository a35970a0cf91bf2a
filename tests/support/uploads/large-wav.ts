// A large recording that is prepared fast: few samples after a long chunk that is not audio, which decoders skip.

import { makeWav } from '../../../src/server/gateways/audio/audio-samples.ts'

const megabyte = 1_000_000
/** 'RIFF', the size, 'WAVE'. */
const riffHeadBytes = 12

/** In parts. The content differs everywhere, so that a block in a wrong place is noticed. */
export function* largeWav(bytes: number): Generator<Buffer> {
  const song = makeWav({ seconds: 12 })
  const rest = song.subarray(riffHeadBytes)
  const head = Buffer.concat([song.subarray(0, riffHeadBytes), Buffer.from('JUNK\0\0\0\0')])
  const skippedBytes = bytes - head.length - rest.length
  head.writeUInt32LE(bytes - 8, 4)
  head.writeUInt32LE(skippedBytes, riffHeadBytes + 4)
  yield head
  for (let at = 0; at < skippedBytes; at += megabyte) {
    const block = Buffer.alloc(Math.min(megabyte, skippedBytes - at))
    for (let sample = 0; sample + 4 <= block.length; sample += 997 * 4) {
      block.writeInt32LE((at ^ (sample * 2_654_435)) | 0, sample)
    }
    yield block
  }
  yield rest
}
