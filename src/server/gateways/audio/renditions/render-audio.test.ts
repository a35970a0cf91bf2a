import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAudioEngine } from '../audio-engine.ts'
import { makeWav, strummedChord } from '../audio-samples.ts'
import { openAudioRenderer } from './render-audio.ts'
import { wavRateHz } from './render-arguments.ts'

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'undersong-render-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const source = {
  container: 'wav',
  loudnessLufs: -20,
  sampleRateHz: 44_100,
} as const

test('a recording becomes an MP3 of 320 kbit/s as long as itself and as loud as previews, and then a WAV of 16 bits', async () => {
  await using folder = await openFolder()
  const path = join(folder.path, 'take')
  const outDir = folder.path
  const chord = strummedChord()
  await writeFile(path, makeWav({ waveform: (seconds) => chord(seconds) / 2, seconds: 12 }))
  const renderer = openAudioRenderer({})
  const { loudnessLufs } = await openAudioEngine({}).prepare({ path, outDir })
  const mp3 = await renderer.render({ ...source, loudnessLufs, path, outDir, format: 'mp3' })
  const made = await openAudioEngine({}).prepare({ path: mp3, outDir })
  expect(made).toMatchObject({ container: 'mp3', sampleRateHz: 44_100, channels: 2 })
  expect(Math.abs(made.durationMs - 12_000)).toBeLessThan(100)
  expect(Math.abs(made.loudnessLufs - -14)).toBeLessThan(0.5)
  const kbitPerSecond = ((await readFile(mp3)).length * 8) / made.durationMs
  expect(Math.abs(kbitPerSecond - 320)).toBeLessThan(10)

  const wav = await renderer.render({
    ...source,
    path: mp3,
    container: 'mp3',
    outDir,
    format: 'wav',
  })
  // Written last, at the beginning of the file.
  const bytes = await readFile(wav)
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  const again = await openAudioEngine({}).prepare({ path: wav, outDir })
  expect(again).toMatchObject({ container: 'wav', codec: 'pcm_s16le', sampleRateHz: 44_100 })
  // As loud as the MP3: only that is adjusted.
  expect(Math.abs(again.loudnessLufs - made.loudnessLufs)).toBeLessThan(0.3)
})

test('a file that is no audio is refused or fails, and an aborted render throws the reason', async () => {
  await using folder = await openFolder()
  const path = join(folder.path, 'take')
  await writeFile(path, Buffer.alloc(100_000, 'no audio'))
  const renderer = openAudioRenderer({})
  const rendering = { ...source, path, outDir: folder.path, format: 'mp3' } as const
  await expect(renderer.render(rendering)).rejects.toThrow('The audio renderer failed')
  const reason = new Error('The server stops.')
  const signal = AbortSignal.abort(reason)
  await expect(renderer.render({ ...rendering, signal })).rejects.toBe(reason)
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.mp3'))).toEqual([])
})

test('a render that takes longer than its time is ended', async () => {
  await using folder = await openFolder()
  const path = join(folder.path, 'take')
  await writeFile(path, makeWav({ waveform: strummedChord(), seconds: 12 }))
  const rendering = { ...source, path, outDir: folder.path, format: 'mp3' } as const
  await expect(openAudioRenderer({ timeoutMs: 1 }).render(rendering)).rejects.toMatchObject({
    code: 'audio_took_too_long',
  })
})

test.each([
  [8_000, 8_000],
  [44_100, 44_100],
  [48_000, 48_000],
  [88_200, 44_100],
  [96_000, 48_000],
  [176_400, 44_100],
  [64_000, 48_000],
])('a recording of %i Hz becomes a WAV of %i Hz', (sampleRateHz, rate) => {
  expect(wavRateHz(sampleRateHz)).toBe(rate)
})
