// Two channels as a 16-bit stereo WAV file.

import { sampleRate } from './sampling.ts'

const headerBytes = 44
const bytesPerFrame = 4

export function wavFile(left: Float32Array, right: Float32Array): Buffer {
  const dataBytes = left.length * bytesPerFrame
  const file = Buffer.alloc(headerBytes + dataBytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * bytesPerFrame, 28)
  file.writeUInt16LE(bytesPerFrame, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(dataBytes, 40)
  for (let n = 0; n < left.length; n++) {
    file.writeInt16LE(toInt16(left[n]!), headerBytes + n * bytesPerFrame)
    file.writeInt16LE(toInt16(right[n]!), headerBytes + n * bytesPerFrame + 2)
  }
  return file
}

function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
}
