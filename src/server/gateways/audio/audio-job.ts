// The child process's entry: the only code that parses an upload. One process per upload; its
// results are JSON lines on standard output, and only an unexpected error ends it with a non-zero status.
import {
  audioContainers,
  isAudioContainer,
  madeMp3BytesPerMs,
  type AudioContainer,
} from '#rules/music/audio-formats.ts'
import { deliverySeconds } from '#rules/commissions/commission-limits.ts'
import { minAttachedSeconds } from '#rules/commissions/message-limits.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { readFileSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkDecoded, checkStream } from './audio-limits.ts'
import { AudioRefused } from './audio-refusal.ts'
import { choosePreview, planDelivery, planExample, type PreviewPlan } from './choose-preview.ts'
import { openCliFfmpeg } from './cli-engine.ts'
import {
  listeningCopyArguments,
  measureArguments,
  measuredRateHz,
  previewArguments,
  probeArguments,
} from './engine-arguments.ts'
import { readLoudness, readStreamFacts, type Ffmpeg, type StreamFacts } from './ffmpeg.ts'
import { audioTasks, type AudioTask } from './audio-task.ts'
import type { JobReport } from './job-report.ts'
import { gainToTargetDb } from './loudness.ts'
import { measureMusic } from './music/measure-music.ts'
import { measurePeaks, previewPeakCount, trackPeakCount } from './peaks.ts'
import { openWasmFfmpeg } from './wasm-engine.ts'

type Job = {
  task: AudioTask
  input: string
  outDir: string
  container: AudioContainer
  program: string | undefined
  /** For a delivery, where the preview of the one before it starts. */
  startMs: number | null
}

const minSecondsOf: Partial<Record<AudioTask, number>> = {
  prepare_delivery: deliverySeconds.shortest,
  make_listening_copy: minAttachedSeconds,
}
const previewName = 'preview.mp3'
const measuredName = 'measured.pcm'
// FFmpeg 5 to 8 log this when they stop decoding a stream.
const decodingFailed = /Decode error rate|Error while decoding|Error submitting packet to decoder/

await run(readJob())

async function run(job: Job): Promise<void> {
  try {
    report(await resultOf(job))
  } catch (error) {
    if (!(error instanceof AudioRefused)) throw error
    report({ refused: error.code })
  }
}

async function resultOf(job: Job): Promise<JobReport> {
  if (job.task === 'measure_music') return { music: await measureMusicOnly(job) }
  if (job.task === 'make_example') return { example: await makeExample(job) }
  if (job.task === 'make_listening_copy') return { copied: await makeListeningCopy(job) }
  if (job.task === 'check') return { checked: { durationMs: (await decode(job)).durationMs } }
  return { prepared: await prepare(job) }
}

function readJob(): Job {
  const { values } = parseArgs({
    options: {
      input: { type: 'string' },
      'out-dir': { type: 'string' },
      container: { type: 'string' },
      task: { type: 'string' },
      program: { type: 'string' },
      'start-ms': { type: 'string' },
    },
  })
  const { input, 'out-dir': outDir, container, program } = values
  const task = audioTasks.find((known) => known === values.task)
  if (input === undefined || outDir === undefined || !isAudioContainer(container) || !task) {
    throw new Error('The audio job needs --task, --input, --out-dir and --container.')
  }
  const startMs = values['start-ms'] === undefined ? null : Number(values['start-ms'])
  return { task, input, outDir, container, program, startMs }
}

async function open({ input, outDir, container, program }: Job) {
  const { demuxer } = audioContainers[container]
  const ffmpeg =
    program === undefined
      ? await openWasmFfmpeg(input, outDir)
      : openCliFfmpeg(program, input, outDir)
  const stream = probe(ffmpeg, demuxer)
  checkStream(stream)
  return { ffmpeg, demuxer, stream }
}

async function measureMusicOnly(job: Job) {
  const { ffmpeg, demuxer } = await open(job)
  const { samples } = measure(ffmpeg, demuxer, job.outDir)
  return measureMusic(samples, measuredRateHz)
}

async function makeExample(job: Job) {
  const { samples, loudness, ffmpeg, demuxer } = await decode(job)
  const plan = planExample(samples, measuredRateHz, loudness.loudnessLufs)
  makePreview(ffmpeg, demuxer, plan, path.join(job.outDir, previewName))
  return { durationMs: plan.durationMs }
}

async function makeListeningCopy(job: Job) {
  const { samples, loudness, ffmpeg, demuxer, durationMs } = await decode(job)
  const gainDb = gainToTargetDb(loudness.loudnessLufs)
  const encoding = listeningCopyArguments(ffmpeg.input, demuxer, { gainDb }, previewName)
  encode(ffmpeg, encoding, { output: path.join(job.outDir, previewName), durationMs })
  return { durationMs, peaks: toBase64(measurePeaks(samples, previewPeakCount)) }
}

/** All of it, within the limits of recordings. */
async function decode(job: Job) {
  const { ffmpeg, demuxer, stream } = await open(job)
  report({ stage: 'measuring' })
  const { loudness, samples } = measure(ffmpeg, demuxer, job.outDir)
  const durationMs = Math.round((samples.length / measuredRateHz) * 1000)
  const minSeconds = minSecondsOf[job.task] ?? audioLimits.minSeconds
  checkDecoded({ container: job.container, stream, durationMs, loudness, minSeconds })
  return { ffmpeg, demuxer, stream, loudness, samples, durationMs }
}

async function prepare(job: Job) {
  const { outDir } = job
  const { ffmpeg, demuxer, stream, loudness, samples, durationMs } = await decode(job)
  const music = measureMusic(samples, measuredRateHz)

  report({ stage: 'making_preview' })
  const { loudnessLufs } = loudness
  const plan =
    job.task === 'prepare_delivery'
      ? planDelivery({ samples, rateHz: measuredRateHz, loudnessLufs }, job.startMs)
      : choosePreview(samples, measuredRateHz, loudnessLufs)
  makePreview(ffmpeg, demuxer, plan, path.join(outDir, previewName))

  return {
    codec: stream.codec,
    sampleRateHz: stream.sampleRateHz,
    channels: stream.channels,
    durationMs,
    ...loudness,
    ...music,
    peaks: toBase64(measurePeaks(samples, trackPeakCount)),
    preview: {
      startMs: plan.startMs,
      durationMs: plan.durationMs,
      peaks: toBase64(measurePeaks(cutOut(samples, plan), previewPeakCount)),
    },
  }
}

function probe(ffmpeg: Ffmpeg, demuxer: string): StreamFacts {
  const { log } = ffmpeg.run(probeArguments(ffmpeg.input, demuxer))
  const stream = readStreamFacts(log)
  if (stream !== null) return stream
  const opened = log.includes('Input #0')
  throw new AudioRefused(opened ? 'audio_not_recognised' : 'audio_broken')
}

function measure(ffmpeg: Ffmpeg, demuxer: string, outDir: string) {
  const { status, log } = ffmpeg.run(
    measureArguments(ffmpeg.input, demuxer, measuredName),
    measuredName,
  )
  const loudness = readLoudness(log)
  if (status !== 0 || loudness === null) throw new AudioRefused('audio_broken')
  const bytes = new Uint8Array(readFileSync(path.join(outDir, measuredName)))
  return { loudness, samples: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)) }
}

function makePreview(ffmpeg: Ffmpeg, demuxer: string, plan: PreviewPlan, output: string): void {
  encode(ffmpeg, previewArguments(ffmpeg.input, demuxer, plan, previewName), {
    output,
    durationMs: plan.durationMs,
  })
}

type Encoded = { output: string; durationMs: number }

function encode(ffmpeg: Ffmpeg, argumentList: string[], { output, durationMs }: Encoded): void {
  const { status, log } = ffmpeg.run(argumentList, previewName)
  // The whole upload decoded within the error limit, but this part of it may be damaged.
  if (status !== 0 && decodingFailed.test(log)) throw new AudioRefused('audio_broken')
  // Anything else is an unexpected error, such as a binary without MP3.
  if (status !== 0) throw new Error(`The MP3 could not be encoded: ${log.slice(-1000)}`)
  // One that is too short means that seeking by the upload's own index failed.
  const bytes = statSync(output).size
  if (bytes < 0.9 * durationMs * madeMp3BytesPerMs) throw new AudioRefused('audio_broken')
}

function cutOut(samples: Int16Array, plan: PreviewPlan): Int16Array {
  const start = Math.round((plan.startMs * measuredRateHz) / 1000)
  const length = Math.round((plan.durationMs * measuredRateHz) / 1000)
  return samples.subarray(start, start + length)
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Written synchronously: decoding blocks this process, and a stream would delay the line until it ends. */
function report(line: JobReport): void {
  writeSync(process.stdout.fd, `${JSON.stringify(line)}\n`)
}
