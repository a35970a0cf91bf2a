// How often key and tempo are measured right, on the demo's recordings, whose key and tempo are known, and what it costs.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { minKeyConfidence, questionAboutKey } from '#rules/music/measured-key.ts'
import { parseKey, pitchClassOf } from '#rules/music/musical-key.ts'
import { openAudioEngine, type MeasuredMusic } from '#server/gateways/audio/audio-engine.ts'
import {
  measureArguments,
  measuredRateHz,
  previewArguments,
} from '#server/gateways/audio/engine-arguments.ts'
import { choosePreview } from '#server/gateways/audio/choose-preview.ts'
import { readLoudness } from '#server/gateways/audio/ffmpeg.ts'
import { measureMusic } from '#server/gateways/audio/music/measure-music.ts'
import { openWasmFfmpeg } from '#server/gateways/audio/wasm-engine.ts'
import { demoTracks } from '../demo/catalogue/tracks.ts'
import type { MusicSpec } from '../demo/music/score/music-spec.ts'
import { renderTrack } from '../demo/music/render-track.ts'

const goalShare = 0.8

type Measured = { slug: string; known: MusicSpec; music: MeasuredMusic }

export async function benchMusic(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'music-bench-'))
  const engine = openAudioEngine({})
  try {
    const measured: Measured[] = []
    for (const { slug, music: known } of demoTracks) {
      const file = path.join(folder, 'track.wav')
      await writeFile(file, renderTrack(known))
      const music = await engine.measureMusic({ path: file, outDir: folder })
      measured.push({ slug, known, music })
    }
    console.log(`Key and tempo: the demo's ${measured.length} recordings`)
    printKeys(measured)
    printTempos(measured)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The share of the processor time of preparing `upload` that key and tempo take: the steps of the child process in this
 * one, because times of a clock depend on what else the machine does.
 */
export async function benchMusicShare(upload: string): Promise<void> {
  const folder = path.dirname(upload)
  const ffmpeg = await openWasmFfmpeg(upload, folder)
  const pcm = 'share.pcm'
  const [{ log }, decodingMs] = cpuMs(() =>
    ffmpeg.run(measureArguments(ffmpeg.input, 'wav', pcm), pcm),
  )
  const bytes = new Uint8Array(await readFile(path.join(folder, pcm)))
  const samples = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2))
  const [, previewMs] = cpuMs(() => {
    const plan = choosePreview(samples, measuredRateHz, readLoudness(log)?.loudnessLufs ?? -18)
    return ffmpeg.run(previewArguments(ffmpeg.input, 'wav', plan, 'share.mp3'), 'share.mp3')
  })
  const [, musicMs] = cpuMs(() => measureMusic(samples, measuredRateHz))
  const share = musicMs / (decodingMs + previewMs + musicMs)
  console.log(
    `          processor time: decoding and loudness ${inSeconds(decodingMs)}, preview ${inSeconds(previewMs)}, key and tempo ${inSeconds(musicMs)}: ${percent(share)} of all`,
  )
}

function cpuMs<Result>(work: () => Result): [Result, number] {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1000]
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function printKeys(measured: Measured[]): void {
  const kinds = Map.groupBy(measured, ({ known, music }) => keyKind(known.key, music.measuredKey))
  const count = (kind: 'right' | 'relative' | 'other') => kinds.get(kind)?.length ?? 0
  verdict('key right', count('right'), measured.length, goalShare)
  console.log(`          relative key ${count('relative')}, other key ${count('other')}`)
  const asked = measured.filter(({ known, music }) => questionAboutKey(known.key, music) !== null)
  const sure = measured.filter(
    ({ music }) => (music.measuredKeyConfidence ?? 0) >= minKeyConfidence,
  )
  console.log(
    `          confident in ${sure.length}; the artist would be asked without reason ${asked.length} times`,
  )
  for (const { slug, known, music } of kinds.get('other') ?? [])
    console.log(
      `          ${slug}: ${known.key} measured as ${music.measuredKey}, confidence ${music.measuredKeyConfidence}`,
    )
}

function keyKind(known: string, measured: string | null): 'right' | 'relative' | 'other' {
  const [one, other] = [parseKey(known), parseKey(measured)]
  const [ofKnown, ofMeasured] = [pitchClassOf(one), pitchClassOf(other)]
  if (ofKnown === ofMeasured && one.isMinor === other.isMinor) return 'right'
  const sure = { measuredKey: measured, measuredKeyConfidence: 1 }
  return questionAboutKey(known, sure) === null ? 'relative' : 'other'
}

function printTempos(measured: Measured[]): void {
  const clear = measured.flatMap(({ slug, known, music }) =>
    music.tempoBpm === null ? [] : [{ slug, known: known.bpm, ratio: music.tempoBpm / known.bpm }],
  )
  const near = (wanted: number) =>
    clear.filter(({ ratio }) => Math.abs(ratio / wanted - 1) < 0.02).length
  verdict('tempo right within 2 %', near(1), clear.length, goalShare)
  console.log(
    `          half ${near(0.5)}, double ${near(2)}, two thirds ${near(2 / 3)}, one and a half ${near(1.5)}; unclear ${measured.length - clear.length}`,
  )
}

function verdict(name: string, count: number, of: number, goal: number): void {
  const isMet = count / of >= goal
  if (!isMet) process.exitCode = 1
  console.log(
    `  ${isMet ? 'ok    ' : 'MISSED'}  ${name} ${count} of ${of}, ${percent(count / of)}  goal ${percent(goal)}`,
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
