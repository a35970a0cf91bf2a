// Prepares an upload for playback: technical data, loudness, key and tempo, waveform and a preview.
import type { AudioContainer } from '#rules/music/audio-formats.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { lacksLastPage, lacksDeclaredBytes, maxOggPageBytes } from './audio-limits.ts'
import { AudioRefused } from './audio-refusal.ts'
import type { AudioTask } from './audio-task.ts'
import { jobReport, type JobReport } from './job-report.ts'
import { unmeasuredMusic, type MeasuredMusic } from './music/measured-music.ts'
import { runSandboxed } from './run-engine.ts'
import { sniffAudio, sniffedBytes } from './sniff-audio.ts'

export { AudioRefused }
export { unmeasuredMusic, type MeasuredMusic }

export type AudioStage = 'checking' | 'measuring' | 'making_preview'

export type PreparedAudio = MeasuredMusic & {
  container: AudioContainer
  codec: string
  sampleRateHz: number
  channels: number
  durationMs: number
  loudnessLufs: number
  loudnessRangeLu: number
  /** 1000 buckets over the whole file, 0–255, 255 being the file's own highest. */
  peaks: Uint8Array
  /** An MP3 of 128 kbit/s in `outDir`; its 400 buckets are over the preview itself. */
  preview: { path: string; startMs: number; durationMs: number; peaks: Uint8Array }
}

export type AudioEngine = {
  name: 'wasm' | 'cli'
  /**
   * Reads the file at `path`, which is never changed, and writes its preview into `outDir`.
   * Throws `AudioRefused` when the file is unacceptable, and any other error when the server failed and a
   * retry may help. Either way nothing is left in `outDir`. `onStage` must not throw. An aborted `signal`
   * ends the work, and its reason is thrown.
   */
  prepare(input: {
    path: string
    outDir: string
    signal?: AbortSignal
    onStage?: (stage: AudioStage) => void
  }): Promise<PreparedAudio>
  /**
   * The same of a delivery of a commission, whose preview always has the same length.
   * @param startMs where the preview of the delivery before starts; null for the first one
   */
  prepareDelivery(input: FileToRead & { startMs: number | null }): Promise<PreparedAudio>
  /** Decodes a file that is kept as it is. Throws as `prepare` does, and returns what `sniffAudio` says of it. */
  check(input: FileToRead): Promise<AudioContainer>
  /** Measures key and tempo only, of a file that has been prepared before. Throws as `prepare` does. */
  measureMusic(input: FileToRead): Promise<MeasuredMusic>
  /** Writes the beginning of a recording as an MP3 into `outDir`. Throws as `prepare` does. */
  makeExample(input: FileToRead): Promise<{ path: string; durationMs: number }>
  /** Writes all of a file as an MP3 into `outDir`; its 400 buckets are over the whole. Throws as `prepare` does. */
  makeListeningCopy(input: FileToRead): Promise<ListeningCopy>
}

type ListeningCopy = { path: string; durationMs: number; peaks: Uint8Array }

type FileToRead = { path: string; outDir: string; signal?: AbortSignal }

type JobResult = Exclude<JobReport, { stage: unknown }>
type Prepared = Extract<JobReport, { prepared: unknown }>['prepared']

const entry = fileURLToPath(new URL('audio-job.ts', import.meta.url))
const timeLimitMs = 90_000
/** The rules that the engine imports, and package.json, which defines `#rules/`. */
export const rulesAndMap = [
  fileURLToPath(new URL('../../../rules', import.meta.url)),
  fileURLToPath(new URL('../../../../package.json', import.meta.url)),
]

type EngineOptions = {
  ffmpegPath?: string | undefined
  timeoutMs?: number
}

/** With `ffmpegPath` the engine runs that binary, without it the WebAssembly build. */
export function openAudioEngine(options: EngineOptions): AudioEngine {
  const { ffmpegPath } = options
  const run = openRuns(options)

  function prepare(input: RunInput): Promise<PreparedAudio> {
    return run(input, async (result, { container, workDir }) => {
      if (!('prepared' in result)) throw new Error('The audio job prepared nothing.')
      const previewPath = await keepPreview(workDir, input.outDir)
      return { container, ...decodePeaks(result.prepared, previewPath) }
    })
  }

  return {
    name: ffmpegPath === undefined ? 'wasm' : 'cli',
    async prepare({ onStage = () => {}, ...input }) {
      onStage('checking')
      return prepare({ ...input, onStage, task: 'prepare' })
    },
    prepareDelivery(input) {
      return prepare({ ...input, onStage: () => {}, task: 'prepare_delivery' })
    },
    check(input) {
      return run(asked(input, 'check'), (result, { container }) => {
        if (!('checked' in result)) throw new Error('The audio job checked nothing.')
        return container
      })
    },
    measureMusic(input) {
      return run(asked(input, 'measure_music'), (result) => {
        if (!('music' in result)) throw new Error('The audio job measured nothing.')
        return result.music
      })
    },
    makeExample(input) {
      return run(asked(input, 'make_example'), async (result, { workDir }) => {
        if (!('example' in result)) throw new Error('The audio job made no example.')
        return { ...result.example, path: await keepPreview(workDir, input.outDir) }
      })
    },
    makeListeningCopy(input) {
      return run(asked(input, 'make_listening_copy'), async (result, { workDir }) => {
        if (!('copied' in result)) throw new Error('The audio job made no copy.')
        const peaks = Buffer.from(result.copied.peaks, 'base64')
        return { ...result.copied, peaks, path: await keepPreview(workDir, input.outDir) }
      })
    },
  }
}

/** Each runs the child with a folder of its own, which is removed afterwards. */
function openRuns({ ffmpegPath, timeoutMs = timeLimitMs }: EngineOptions) {
  return async function run<Result>(
    { path: upload, outDir, signal, ...rest }: RunInput,
    use: (result: JobResult, ran: { container: AudioContainer; workDir: string }) => Result,
  ): Promise<Awaited<Result>> {
    const input = await realpath(upload)
    const container = await checkContainer(input)
    const workDir = await mkdtemp(path.join(await realpath(outDir), 'preparing-'))
    try {
      const job = { input, container, workDir, ffmpegPath, timeoutMs, signal, ...rest }
      return await use(await runJob(job), { container, workDir })
    } finally {
      await rm(workDir, { recursive: true, force: true })
    }
  }
}

/** Nobody waits for the stages. */
function asked(input: FileToRead, task: AudioTask): RunInput {
  return { ...input, onStage: () => {}, task }
}

/** Out of the child's folder, which is removed. */
async function keepPreview(workDir: string, outDir: string): Promise<string> {
  const kept = path.join(outDir, `preview-${randomUUID()}.mp3`)
  await rename(path.join(workDir, 'preview.mp3'), kept)
  return kept
}

type RunInput = {
  path: string
  outDir: string
  signal?: AbortSignal
  onStage: (stage: AudioStage) => void
  task: AudioTask
  startMs?: number | null
}

function decodePeaks({ preview, peaks, ...prepared }: Prepared, previewPath: string) {
  return {
    ...prepared,
    peaks: Buffer.from(peaks, 'base64'),
    preview: { ...preview, path: previewPath, peaks: Buffer.from(preview.peaks, 'base64') },
  }
}

/** Refuses files by their first and last bytes, without starting a process. */
async function checkContainer(input: string): Promise<AudioContainer> {
  await using file = await open(input)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(sniffedBytes), position: 0 })
  const head = buffer.subarray(0, bytesRead)
  const container = sniffAudio(head)
  if (container === null) throw new AudioRefused('audio_not_recognised')
  const { size } = await file.stat()
  const position = Math.max(0, size - maxOggPageBytes)
  const end = await file.read({ buffer: Buffer.alloc(maxOggPageBytes), position })
  const tail = end.buffer.subarray(0, end.bytesRead)
  if (lacksDeclaredBytes(container, head, size) || lacksLastPage(container, tail)) {
    throw new AudioRefused('audio_broken')
  }
  return container
}

async function runJob(job: {
  input: string
  container: AudioContainer
  workDir: string
  ffmpegPath: string | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
  onStage: (stage: AudioStage) => void
  task: AudioTask
  startMs?: number | null
}): Promise<JobResult> {
  const { ffmpegPath, startMs = null } = job
  let result: JobResult | undefined
  const ended = await runSandboxed({
    entry,
    argumentList: [
      `--input=${job.input}`,
      `--out-dir=${job.workDir}`,
      `--container=${job.container}`,
      `--task=${job.task}`,
      ...(ffmpegPath === undefined ? [] : [`--program=${ffmpegPath}`]),
      ...(startMs === null ? [] : [`--start-ms=${startMs}`]),
    ],
    readable: [
      job.input,
      path.dirname(entry),
      ...rulesAndMap,
      path.dirname(path.dirname(fileURLToPath(import.meta.resolve('fft.js')))),
      ...(ffmpegPath === undefined ? [wasmPackage()] : []),
    ],
    writable: job.workDir,
    mayStartPrograms: ffmpegPath !== undefined,
    timeoutMs: job.timeoutMs,
    signal: job.signal,
    onLine(line) {
      const report = readReport(line)
      if (report === null) return
      if ('stage' in report) job.onStage(report.stage)
      else result = report
    },
  })
  job.signal?.throwIfAborted()
  if (ended.outOfTime) throw new AudioRefused('audio_took_too_long')
  if (result !== undefined && 'refused' in result) throw new AudioRefused(result.refused)
  if (result === undefined || ended.code !== 0) {
    const how = ended.signal ?? `status ${ended.code}`
    throw new Error(`The audio engine failed (${how}).`, { cause: new Error(ended.errors) })
  }
  return result
}

export function wasmPackage(): string {
  return fileURLToPath(new URL('../..', import.meta.resolve('@ffmpeg/core')))
}

/** Null for anything but a report: other output of the child is ignored. */
function readReport(line: string): JobReport | null {
  try {
    return jobReport.parse(JSON.parse(line))
  } catch {
    return null
  }
}
