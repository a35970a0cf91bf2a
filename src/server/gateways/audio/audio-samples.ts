// Recordings for this folder's tests, made in memory; other formats come from the engine itself.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { openAudioEngine } from './audio-engine.ts'
import { openWasmFfmpeg } from './wasm-engine.ts'

// As in the processes of the app (run-engine.ts): each conversion below opens the engine anew.
setFlagsFromString('--wasm-lazy-validation')
setFlagsFromString('--wasm-tiering-budget=130000000')

export type Waveform = (seconds: number) => number

/** Every engine on this machine: the WebAssembly build, and the system's ffmpeg if installed. */
export const engines = [undefined, '/usr/bin/ffmpeg']
  .filter((ffmpegPath) => ffmpegPath === undefined || existsSync(ffmpegPath))
  .map((ffmpegPath) => openAudioEngine({ ffmpegPath }))

/** Makes it when it is first asked for; the same, which nobody may change, from then on. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

/** A temporary folder that is removed with the test. */
export async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-test-'))
  return {
    folder,
    async write(name: string, bytes: Uint8Array): Promise<string> {
      const file = path.join(folder, name)
      await writeFile(file, bytes)
      return file
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function tone(frequencyHz: number, level = 0.3): Waveform {
  return (seconds) => level * Math.sin(2 * Math.PI * frequencyHz * seconds)
}

/** An A minor chord struck twice a second, decaying in between: about as dynamic as a strummed guitar. */
export function strummedChord(level = 0.2): Waveform {
  const notes = [220, 261.63, 329.63, 440].map((note) => tone(note, level))
  return (seconds) => {
    const sinceStroke = seconds % 0.5
    const sum = notes.reduce((total, note) => total + note(seconds), 0)
    return sum * Math.exp(-3 * sinceStroke)
  }
}

export function makeWav(input: {
  seconds: number
  waveform?: Waveform
  sampleRateHz?: number
  channels?: number
}): Buffer {
  const { seconds, waveform = strummedChord(), sampleRateHz = 44_100, channels = 2 } = input
  const frames = Math.round(seconds * sampleRateHz)
  const dataBytes = frames * channels * 2
  const wav = Buffer.alloc(44 + dataBytes)
  writeWavHeader(wav, { sampleRateHz, channels, dataBytes })
  for (let frame = 0; frame < frames; frame++) {
    const sample = Math.round(32_767 * waveform(frame / sampleRateHz))
    for (let channel = 0; channel < channels; channel++) {
      wav.writeInt16LE(sample, 44 + (frame * channels + channel) * 2)
    }
  }
  return wav
}

/** Overwrites the first 44 bytes with a header, which may contain false values. */
export function writeWavHeader(
  wav: Buffer,
  claim: { sampleRateHz: number; channels: number; dataBytes: number },
): void {
  const frameBytes = claim.channels * 2
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + claim.dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(claim.channels, 22)
  wav.writeUInt32LE(claim.sampleRateHz, 24)
  wav.writeUInt32LE((claim.sampleRateHz * frameBytes) % 2 ** 32, 28)
  wav.writeUInt16LE(frameBytes % 2 ** 16, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(claim.dataBytes, 40)
}

/** Encodes raw mono 16-bit samples, so that no WAV of an hour of silence is needed. */
export function encodeRaw(samples: Buffer, sampleRateHz: number, output: string) {
  const raw = ['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1']
  return convert(samples, (input) => [...raw, '-i', input, output], output)
}

/** `extension` selects the format; further arguments precede the output. */
export function encode(wav: Buffer, extension: string, furtherArguments: string[] = []) {
  const output = `encoded.${extension}`
  return convert(wav, (input) => ['-i', input, ...furtherArguments, output], output)
}

/** The samples of a whole audio file, mono, at 44,100 Hz, from -1 to 1. */
export async function decode(file: Uint8Array): Promise<Float32Array> {
  const toSamples = (input: string) => ['-i', input, '-ac', '1', '-f', 'f32le', 'decoded']
  const raw = await convert(file, toSamples, 'decoded')
  return new Float32Array(new Uint8Array(raw).buffer)
}

/** The engine's log of decoding `file` with an EBU R128 measurement, true peak included. */
export async function describeFile(file: Uint8Array): Promise<string> {
  const { log } = await withFfmpeg(file, (ffmpeg) =>
    ffmpeg.run([
      '-i',
      ffmpeg.input,
      '-af',
      'ebur128=peak=true:framelog=verbose',
      '-f',
      'null',
      '-',
    ]),
  )
  return log
}

/** In a log of `describeFile`: the highest level, also between the samples. */
export function readTruePeakDbtp(log: string): number {
  return Number(/True peak:\n +Peak: +(\S+) dBFS/.exec(log)?.[1])
}

async function convert(
  file: Uint8Array,
  argumentsFor: (input: string) => string[],
  output: string,
): Promise<Buffer> {
  return withFfmpeg(file, async (ffmpeg, folder) => {
    const { status, log } = ffmpeg.run(argumentsFor(ffmpeg.input), output)
    if (status !== 0) throw new Error(log)
    return readFile(path.join(folder, output))
  })
}

async function withFfmpeg<Result>(
  file: Uint8Array,
  use: (
    ffmpeg: Awaited<ReturnType<typeof openWasmFfmpeg>>,
    folder: string,
  ) => Result | Promise<Result>,
): Promise<Result> {
  await using scratch = await openFolder()
  const input = await scratch.write('upload', file)
  return await use(await openWasmFfmpeg(input, scratch.folder), scratch.folder)
}
