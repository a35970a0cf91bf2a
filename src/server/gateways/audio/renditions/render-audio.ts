// Renders a stored recording in another format, in a confined child process like every other work on audio.

import type { RenditionFormat, AudioContainer } from '#rules/music/audio-formats.ts'
import { realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageFull } from '#server/gateways/storage/storage.ts'
import { AudioRefused } from '../audio-refusal.ts'
import { rulesAndMap, wasmPackage } from '../audio-engine.ts'
import { runSandboxed } from '../run-engine.ts'
import { renderReport, type RenderReport } from './render-report.ts'

export type AudioRenderer = {
  /**
   * Returns the path of the rendition, a file in `outDir`, where a failure leaves nothing. Throws `AudioRefused` when the recording cannot be rendered,
   * `StorageFull` when its folder is full, and any other error when the server failed and a retry may help. An aborted `signal` ends the work, and its reason is
   * thrown.
   */
  render(input: {
    path: string
    container: AudioContainer
    format: RenditionFormat
    loudnessLufs: number
    sampleRateHz: number
    outDir: string
    signal?: AbortSignal
  }): Promise<string>
}

const entry = fileURLToPath(new URL('render-job.ts', import.meta.url))
const audioFolder = fileURLToPath(new URL('..', import.meta.url))
/** The longest MP3 takes half a minute of processor time, which the process's own limit ends at a minute. */
const timeLimitMs = 300_000
/** 20 minutes as WAV of 48 kHz are 230 MB. */
const maxFileBytes = 256 * 1024 * 1024

/** With `ffmpegPath` it runs that binary, without it the WebAssembly build. */
export function openAudioRenderer(options: {
  ffmpegPath?: string | undefined
  timeoutMs?: number
}): AudioRenderer {
  const { ffmpegPath, timeoutMs = timeLimitMs } = options
  return {
    async render({ format, signal, ...recording }) {
      const input = await realpath(recording.path)
      const outDir = await realpath(recording.outDir)
      const rendition = path.join(outDir, `rendition.${format}`)
      let report: RenderReport | null = null
      const ended = await runSandboxed({
        entry,
        argumentList: [
          `--input=${input}`,
          `--out-dir=${outDir}`,
          `--container=${recording.container}`,
          `--format=${format}`,
          `--loudness=${recording.loudnessLufs}`,
          `--rate=${recording.sampleRateHz}`,
          ...(ffmpegPath === undefined ? [] : [`--program=${ffmpegPath}`]),
        ],
        readable: [
          input,
          audioFolder,
          ...rulesAndMap,
          ...(ffmpegPath === undefined ? [wasmPackage()] : []),
        ],
        writable: outDir,
        mayStartPrograms: ffmpegPath !== undefined,
        timeoutMs,
        maxFileBytes,
        signal,
        onLine(line) {
          report = readReport(line) ?? report
        },
      })
      try {
        signal?.throwIfAborted()
        if (ended.outOfTime) throw new AudioRefused('audio_took_too_long')
        refuseUnlessRendered(report, ended)
      } catch (error) {
        await rm(rendition, { force: true })
        throw error
      }
      return rendition
    },
  }
}

const diskFull = /ENOSPC|No space left on device/

function refuseUnlessRendered(
  report: RenderReport | null,
  ended: Awaited<ReturnType<typeof runSandboxed>>,
): void {
  if (report !== null && 'refused' in report) throw new AudioRefused(report.refused)
  if (report !== null && ended.code === 0) return
  if (diskFull.test(ended.errors)) throw new StorageFull(new Error(ended.errors))
  const how = ended.signal ?? `status ${ended.code}`
  throw new Error(`The audio renderer failed (${how}).`, { cause: new Error(ended.errors) })
}

/** Null for anything but a report: other output of the child is ignored. */
function readReport(line: string): RenderReport | null {
  try {
    return renderReport.parse(JSON.parse(line))
  } catch {
    return null
  }
}
