import type { AudioContainer } from '#rules/music/audio-formats.ts'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openAudioEngine, type AudioStage } from './audio-engine.ts'
import { AudioRefused } from './audio-refusal.ts'
import {
  decode,
  describeFile,
  encode,
  engines,
  makeWav,
  once,
  openFolder,
  readTruePeakDbtp,
  strummedChord,
  tone,
} from './audio-samples.ts'
import { readLoudness, readStreamFacts } from './ffmpeg.ts'

const containers: { container: AudioContainer; codec: string }[] = [
  { container: 'wav', codec: 'pcm_s16le' },
  { container: 'flac', codec: 'flac' },
  { container: 'mp3', codec: 'mp3' },
  { container: 'ogg', codec: 'vorbis' },
  { container: 'm4a', codec: 'aac' },
  { container: 'aiff', codec: 'pcm_s16be' },
  { container: 'aac', codec: 'aac' },
]

// Read-only.
const song = once(() => makeWav({ seconds: 6 }))

const everyContainerOnEveryEngine = engines.flatMap((engine) =>
  containers.map((wanted) => ({ engine, name: engine.name, ...wanted })),
)

test.each(everyContainerOnEveryEngine)(
  '$name prepares a $container upload and does not change the original',
  async ({ engine, container, codec }) => {
    await using scratch = await openFolder()
    const original = await encode(song(), container)
    const upload = await scratch.write('original', original)

    const prepared = await engine.prepare({ path: upload, outDir: scratch.folder })

    expect(prepared).toMatchObject({ container, codec, sampleRateHz: 44_100, channels: 2 })
    // Lossy encoders pad the last frame, and ADTS cannot store the padding length.
    expect(prepared.durationMs).toBeGreaterThanOrEqual(5_990)
    expect(prepared.durationMs).toBeLessThanOrEqual(6_100)
    expect(prepared.peaks).toHaveLength(1000)
    expect(prepared.preview.peaks).toHaveLength(400)
    expect((await readFile(upload)).equals(original)).toBe(true)
    const previewSeconds = (await decode(await readFile(prepared.preview.path))).length / 44_100
    expect(previewSeconds).toBeCloseTo(prepared.preview.durationMs / 1000, 1)
  },
)

test.each(['mp3', 'm4a', 'flac'])(
  'an %s file with cover art is not treated as a video',
  async (format) => {
    await using scratch = await openFolder()
    const cover = '-f lavfi -i color=size=32x32:duration=1 -map 0:a -map 1:v -frames:v 1 -c:v mjpeg'
    const original = await encode(song(), format, [
      ...cover.split(' '),
      '-disposition:v',
      'attached_pic',
    ])
    const upload = await scratch.write('original', original)

    const prepared = await openAudioEngine({}).prepare({ path: upload, outDir: scratch.folder })

    expect(prepared.container).toBe(format)
  },
)

test.each(engines)('$name makes a preview of 30 s at the target loudness', async (engine) => {
  await using scratch = await openFolder()
  const tagged = await encode(makeWav({ seconds: 61 }), 'flac', ['-metadata', 'title=Secret title'])
  const upload = await scratch.write('original', tagged)

  const prepared = await engine.prepare({ path: upload, outDir: scratch.folder })

  const preview = await readFile(prepared.preview.path)
  const log = await describeFile(preview)
  expect(prepared.preview.durationMs).toBe(30_000)
  expect((await decode(preview)).length / 44_100).toBeCloseTo(30, 1)
  expect(readStreamFacts(log)).toMatchObject({ codec: 'mp3', sampleRateHz: 44_100, channels: 2 })
  expect(log).toContain('128 kb/s')
  expect(log).not.toContain('Secret title')
  const loudness = readLoudness(log)
  expect(loudness?.loudnessLufs).toBeGreaterThanOrEqual(-16)
  expect(loudness?.loudnessLufs).toBeLessThanOrEqual(-13.5)
  expect(readTruePeakDbtp(log)).toBeLessThan(0)
})

test.each(engines)('$name makes a preview of at most half of a short track', async (engine) => {
  await using scratch = await openFolder()
  const upload = await scratch.write('original', makeWav({ seconds: 5 }))

  const prepared = await engine.prepare({ path: upload, outDir: scratch.folder })

  expect(prepared.durationMs).toBe(5_000)
  expect(prepared.preview.durationMs).toBe(2_500)
})

test.each(engines)('$name preserves the pitch of a 440 Hz tone', async (engine) => {
  await using scratch = await openFolder()
  const wav = makeWav({ seconds: 10, waveform: tone(440), sampleRateHz: 96_000 })
  const upload = await scratch.write('original', wav)

  const prepared = await engine.prepare({ path: upload, outDir: scratch.folder })

  const samples = await decode(await readFile(prepared.preview.path))
  expect(frequencyHz(samples.subarray(44_100, 3 * 44_100))).toBeCloseTo(440, 0)
})

test.each(engines)('$name starts the preview at the full arrangement', async (engine) => {
  await using scratch = await openFolder()
  const chord = strummedChord(0.2)
  const quietThenFull = (seconds: number) => chord(seconds) * (seconds < 32 ? 0.2 : 1)
  const wav = makeWav({ seconds: 64, waveform: quietThenFull })
  const upload = await scratch.write('original', await encode(wav, 'mp3'))

  const prepared = await engine.prepare({ path: upload, outDir: scratch.folder })

  const { startMs, peaks, path: previewPath } = prepared.preview
  expect(startMs).toBeGreaterThanOrEqual(25_000)
  expect(startMs).toBeLessThanOrEqual(32_000)
  expect(prepared.peaks[250]).toBeLessThan(70)
  expect(Math.max(...prepared.peaks.subarray(510, 530))).toBeGreaterThan(230)
  // The waveform and the sound rise at the same place: both cover the same 30 s.
  const rise = peaks.findIndex((height) => height > 150)
  const drawnRiseSeconds = (rise * 30) / 400
  const samples = await decode(await readFile(previewPath))
  const heardRiseSeconds = samples.findIndex((sample) => Math.abs(sample) > 0.4) / 44_100
  expect(drawnRiseSeconds).toBeGreaterThan(heardRiseSeconds - 0.2)
  expect(drawnRiseSeconds).toBeLessThan(heardRiseSeconds + 0.2)
})

test.each(engines)(
  '$name prepares two uploads at once and reports the stages of each',
  async (engine) => {
    await using scratch = await openFolder()
    const short = await scratch.write('short', song())
    const long = await scratch.write('long', makeWav({ seconds: 9 }))
    const stages: AudioStage[] = []

    const [first, second] = await Promise.all([
      engine.prepare({
        path: short,
        outDir: scratch.folder,
        onStage: (stage) => stages.push(stage),
      }),
      engine.prepare({ path: long, outDir: scratch.folder }),
    ])

    expect(first.durationMs).toBe(6_000)
    expect(second.durationMs).toBe(9_000)
    expect(stages).toEqual(['checking', 'measuring', 'making_preview'])
    expect((await readdir(scratch.folder)).toSorted()).toEqual(
      [
        'long',
        'short',
        path.basename(first.preview.path),
        path.basename(second.preview.path),
      ].toSorted(),
    )
  },
)

test('an upload that takes too long is refused and leaves nothing behind', async () => {
  await using scratch = await openFolder()
  const upload = await scratch.write('original', song())
  const engine = openAudioEngine({ timeoutMs: 1 })

  const preparing = engine.prepare({ path: upload, outDir: scratch.folder })

  await expect(preparing).rejects.toMatchObject({ code: 'audio_took_too_long' })
  expect(await readdir(scratch.folder)).toEqual(['original'])
})

test.each(engines)('$name ends its process when the job is aborted', async (engine) => {
  await using scratch = await openFolder()
  const upload = await scratch.write('original', song())
  const controller = new AbortController()
  const stages: AudioStage[] = []

  const preparing = engine.prepare({
    path: upload,
    outDir: scratch.folder,
    signal: controller.signal,
    onStage: (stage) => {
      stages.push(stage)
      if (stage === 'measuring') controller.abort(new Error('too late'))
    },
  })

  await expect(preparing).rejects.toThrow('too late')
  expect(stages).toEqual(['checking', 'measuring'])
  expect(await readdir(scratch.folder)).toEqual(['original'])
})

test('a missing ffmpeg is a retryable error, not a refusal of the upload', async () => {
  await using scratch = await openFolder()
  const upload = await scratch.write('original', song())
  const engine = openAudioEngine({ ffmpegPath: path.join(scratch.folder, 'no-such-ffmpeg') })

  const error = await engine
    .prepare({ path: upload, outDir: scratch.folder })
    .catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(AudioRefused)
  expect(error).toMatchObject({ cause: { message: expect.stringContaining('ENOENT') } })
  expect(await readdir(scratch.folder)).toEqual(['original'])
})

/** Counts upward crossings of zero, which a pure tone has once a period. */
function frequencyHz(samples: Float32Array): number {
  const crossings: number[] = []
  for (let index = 1; index < samples.length; index++) {
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) crossings.push(index)
  }
  const periods = crossings.length - 1
  const lengthSeconds = ((crossings.at(-1) ?? 0) - (crossings[0] ?? 0)) / 44_100
  return periods / lengthSeconds
}
