// How long preparing an upload takes, compared with the minimum work: decoding it and encoding an MP3.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { openCliFfmpeg } from '#server/gateways/audio/cli-engine.ts'
import { openWasmFfmpeg } from '#server/gateways/audio/wasm-engine.ts'
import { benchMusic, benchMusicShare } from './music-bench.ts'

const runs = 3
const goalRatio = 2
const lengthSeconds = 240
const sampleRateHz = 44_100

type Engine = { name: string; ffmpegPath?: string }

/** Prints the medians of the engine used by default, and of the machine's own ffmpeg where there is one. */
export async function benchAudio(): Promise<void> {
  const native = findFfmpeg()
  const engines: Engine[] = [
    { name: 'WebAssembly' },
    ...(native === null ? [] : [{ name: 'native ffmpeg', ffmpegPath: native }]),
  ]
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-bench-'))
  try {
    const upload = path.join(folder, 'upload.wav')
    await writeFile(upload, synthesise())
    const times = engines.map(() => ({
      encodingMs: new Array<number>(),
      preparingMs: new Array<number>(),
    }))
    // Measured in turns, so that a busy moment of the machine affects all.
    for (let run = 0; run < runs; run++) {
      for (const [at, engine] of engines.entries()) {
        times[at]?.encodingMs.push(await measureMs(() => encodePlainly(engine, upload, folder)))
        times[at]?.preparingMs.push(await measureMs(() => prepare(engine, upload, folder)))
      }
    }
    console.log(`Audio: a 4-minute stereo WAV of 44.1 kHz, 16 bit; median of ${runs}`)
    for (const [at, { name }] of engines.entries())
      print(name, median(times[at]?.encodingMs ?? []), median(times[at]?.preparingMs ?? []))
    await benchMusicShare(upload)
    if (native === null) console.log('  There is no ffmpeg on this machine: its row is left out.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await benchMusic()
}

function findFfmpeg(): string | null {
  const { FFMPEG_PATH: named, PATH = '' } = process.env
  const places = PATH.split(path.delimiter).map((folder) => path.join(folder, 'ffmpeg'))
  return (
    [...(named === undefined ? [] : [named]), ...places].find((file) => existsSync(file)) ?? null
  )
}

/**
 * Runs in this process: it is spared the start of a child that `prepare` pays for, so the ratio is
 * rather too high than too low.
 */
async function encodePlainly({ ffmpegPath }: Engine, upload: string, folder: string) {
  const ffmpeg =
    ffmpegPath === undefined
      ? await openWasmFfmpeg(upload, folder)
      : openCliFfmpeg(ffmpegPath, upload, folder)
  const { status, log } = ffmpeg.run(
    [
      '-nostdin',
      '-y',
      '-f',
      'wav',
      '-i',
      ffmpeg.input,
      '-c:a',
      'libmp3lame',
      '-b:a',
      '128k',
      'all.mp3',
    ],
    'all.mp3',
  )
  if (status !== 0) throw new Error(`The plain encoding failed: ${log}`)
}

async function prepare({ ffmpegPath }: Engine, upload: string, outDir: string): Promise<void> {
  await openAudioEngine({ ffmpegPath }).prepare({ path: upload, outDir })
}

function print(name: string, encodingMs: number, preparingMs: number): void {
  const ratio = preparingMs / encodingMs
  const isMet = ratio <= goalRatio
  if (!isMet) process.exitCode = 1
  console.log(
    [
      isMet ? '  ok    ' : '  MISSED',
      name.padEnd(14),
      `decode and encode MP3 128k ${seconds(encodingMs)}`,
      `prepare (check, loudness, key, tempo, peaks, preview) ${seconds(preparingMs)}`,
      `${ratio.toFixed(2)} times`,
      `goal ${goalRatio}`,
    ].join('  '),
  )
}

/** Plucked chords of decaying partials with a little noise in each stroke, different left and right. */
function synthesise(): Buffer {
  const frames = lengthSeconds * sampleRateHz
  const wav = Buffer.alloc(44 + frames * 4)
  writeHeader(wav, frames)
  for (let frame = 0; frame < frames; frame++) {
    const at = frame / sampleRateHz
    wav.writeInt16LE(Math.round(32_767 * pluck(at, 1)), 44 + frame * 4)
    wav.writeInt16LE(Math.round(32_767 * pluck(at, 1.002)), 46 + frame * 4)
  }
  return wav
}

const chordRootsHz = [110, 146.83, 130.81, 164.81]

function pluck(at: number, detune: number): number {
  const sinceStroke = at % 0.4
  const root = (chordRootsHz[Math.floor(at / 1.6) % chordRootsHz.length] ?? 110) * detune
  let sample = 0
  for (let partial = 1; partial <= 6; partial++) {
    const damping = Math.exp(-sinceStroke * (2 + partial))
    sample += (damping / partial) * Math.sin(2 * Math.PI * root * partial * at)
  }
  const noise = Math.sin(at * 12_345.678) * Math.sin(at * 9_876.543) * Math.exp(-sinceStroke * 60)
  return 0.3 * sample + 0.1 * noise
}

function writeHeader(wav: Buffer, frames: number): void {
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + frames * 4, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(sampleRateHz, 24)
  wav.writeUInt32LE(sampleRateHz * 4, 28)
  wav.writeUInt16LE(4, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(frames * 4, 40)
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
