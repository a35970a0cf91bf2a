// The child process's entry: renders one recording. Its result is a JSON line on standard output, and only an unexpected
// error ends it with a non-zero status.

import { renditionFormats, audioContainers, isAudioContainer } from '#rules/music/audio-formats.ts'
import { statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AudioRefused } from '../audio-refusal.ts'
import { openCliFfmpeg } from '../cli-engine.ts'
import { openWasmFfmpeg } from '../wasm-engine.ts'
import { renderArguments } from './render-arguments.ts'
import type { RenderReport } from './render-report.ts'

await run()

async function run(): Promise<void> {
  try {
    await render()
    report({ rendered: true })
  } catch (error) {
    if (!(error instanceof AudioRefused)) throw error
    report({ refused: error.code })
  }
}

async function render(): Promise<void> {
  const job = readJob()
  const { input, outDir, program, format } = job
  const ffmpeg =
    program === undefined
      ? await openWasmFfmpeg(input, outDir)
      : openCliFfmpeg(program, input, outDir)
  const output = `rendition.${format}`
  const { status, log } = ffmpeg.run(renderArguments(ffmpeg.input, job, output), output)
  // The whole recording was decoded when it was uploaded: what fails now is the server.
  if (status !== 0) throw new Error(`The rendition could not be encoded: ${log.slice(-1000)}`)
  if (statSync(path.join(outDir, output)).size === 0) throw new AudioRefused('audio_broken')
}

function readJob() {
  const { values } = parseArgs({
    options: {
      input: { type: 'string' },
      'out-dir': { type: 'string' },
      container: { type: 'string' },
      format: { type: 'string' },
      loudness: { type: 'string' },
      rate: { type: 'string' },
      program: { type: 'string' },
    },
  })
  const { input, 'out-dir': outDir, container, program } = values
  const format = renditionFormats.find((known) => known === values.format)
  if (input === undefined || outDir === undefined || format === undefined) {
    throw new Error('The render job needs --input, --out-dir and --format.')
  }
  if (!isAudioContainer(container)) throw new Error('The render job needs --container.')
  return {
    input,
    outDir,
    program,
    format,
    demuxer: audioContainers[container].demuxer,
    loudnessLufs: Number(values.loudness),
    sampleRateHz: Number(values.rate),
  }
}

function report(line: RenderReport): void {
  writeSync(process.stdout.fd, `${JSON.stringify(line)}\n`)
}
