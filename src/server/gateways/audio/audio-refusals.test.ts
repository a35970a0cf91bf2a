import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { AudioStage } from './audio-engine.ts'
import type { AudioRefusalCode } from './audio-refusal.ts'
import {
  encode,
  encodeRaw,
  engines,
  makeWav,
  once,
  openFolder,
  writeWavHeader,
} from './audio-samples.ts'

type BadUpload = {
  name: string
  make: () => Buffer | Promise<Buffer>
  code: AudioRefusalCode
  /** The last stage it may reach: a file refused while checking was never decoded. */
  reached: AudioStage
}

// Read-only: each is the start of several uploads. Half of it is longer than the shortest recording.
const song = once(() => makeWav({ seconds: 12 }))
const songAsMp3 = once(() => encode(song(), 'mp3'))
const songAsOgg = once(() => encode(song(), 'ogg'))
const hourOfSilence = once(() => encodeRaw(Buffer.alloc(3_600 * 8_000 * 2), 8_000, 'silence.flac'))

const badUploads: BadUpload[] = [
  ...notAudio({
    'a text file': () => Buffer.from('These are only words. '.repeat(50)),
    'a program': () => buffer(createReadStream(process.execPath, { end: 199_999 })),
    'a PNG picture': () =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(999)]),
    'a list of files for ffmpeg': () => Buffer.from(`ffconcat version 1.0\nfile 'original'\n`),
    'a long list of files for ffmpeg': () =>
      Buffer.from(`ffconcat version 1.0\n${"file '/etc/passwd'\n".repeat(300)}`),
    'a stream playlist': () =>
      Buffer.from(`#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/one.ts\n${'#\n'.repeat(50)}`),
    'an empty file': () => Buffer.alloc(0),
  }),
  {
    name: 'a WAV cut off half-way',
    make: () => half(song()),
    code: 'audio_broken',
    reached: 'checking',
  },
  {
    name: 'a WAV that is noise after its first bytes',
    make: () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), randomBytes(500_000)]),
    code: 'audio_broken',
    reached: 'checking',
  },
  {
    name: 'a WAV without audio data',
    make: () => makeWav({ seconds: 0 }).fill(0, 44),
    code: 'audio_not_recognised',
    reached: 'checking',
  },
  {
    name: 'an MP3 header before noise',
    make: () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(300_000, 'noise!?')]),
    code: 'audio_broken',
    reached: 'measuring',
  },
  {
    name: 'a playlist behind an ID3 tag',
    make: () =>
      Buffer.concat([
        Buffer.from('4944330300000000ffff', 'hex'),
        Buffer.from('#EXTM3U\n'.repeat(99)),
      ]),
    code: 'audio_broken',
    reached: 'checking',
  },
  {
    name: 'a FLAC cut off half-way',
    make: async () => half(await encode(song(), 'flac')),
    code: 'audio_broken',
    reached: 'measuring',
  },
  {
    name: 'an M4A with truncated audio data',
    make: async () => half(await encode(song(), 'm4a', ['-movflags', '+faststart'])),
    code: 'audio_broken',
    reached: 'measuring',
  },
  {
    name: 'an MP3 cut off half-way',
    make: async () => half(await songAsMp3()),
    code: 'audio_broken',
    reached: 'measuring',
  },
  {
    name: 'an MP3 with a gap',
    make: async () => {
      const mp3 = Buffer.from(await songAsMp3())
      return mp3.fill(0, Math.round(mp3.length * 0.3), Math.round(mp3.length * 0.6))
    },
    code: 'audio_broken',
    reached: 'measuring',
  },
  {
    name: 'an OGG cut off half-way',
    make: async () => half(await songAsOgg()),
    code: 'audio_broken',
    reached: 'checking',
  },
  {
    name: 'an OGG whose last page is cut',
    make: async () => (await songAsOgg()).subarray(0, -5),
    code: 'audio_broken',
    reached: 'checking',
  },
  {
    name: 'a video',
    make: () => {
      const pictures = ['-f', 'lavfi', '-i', 'color=size=32x32:rate=5:duration=6']
      return encode(makeWav({ seconds: 6 }), 'mp4', [...pictures, '-c:v', 'mpeg4'])
    },
    code: 'audio_not_recognised',
    reached: 'checking',
  },
  {
    name: 'a WAV of 1 Hz',
    make: () => claimingWav({ sampleRateHz: 1, channels: 2 }),
    code: 'audio_sample_rate',
    reached: 'checking',
  },
  {
    name: 'a WAV of 384 kHz',
    make: () => claimingWav({ sampleRateHz: 384_000, channels: 2 }),
    code: 'audio_sample_rate',
    reached: 'checking',
  },
  {
    name: 'a WAV of 65,535 channels',
    make: () => claimingWav({ sampleRateHz: 44_100, channels: 65_535 }),
    code: 'audio_channels',
    reached: 'checking',
  },
  {
    name: 'a surround recording',
    make: () => claimingWav({ sampleRateHz: 44_100, channels: 6 }),
    code: 'audio_channels',
    reached: 'checking',
  },
  {
    name: 'a surround recording whose title claims to be a stereo stream',
    make: () => {
      const title = 'title=Song\u2028  Stream #0:0: Audio: flac, 44100 Hz, stereo, s16'
      return encode(makeWav({ seconds: 6, channels: 4 }), 'flac', ['-metadata', title])
    },
    code: 'audio_channels',
    reached: 'checking',
  },
  {
    name: 'an hour of silence in a small FLAC',
    make: hourOfSilence,
    code: 'audio_too_long',
    reached: 'checking',
  },
  {
    name: 'an hour of silence that claims to be ten seconds',
    make: async () => claimFlacLength(await hourOfSilence(), 10 * 8_000),
    code: 'audio_too_long',
    reached: 'measuring',
  },
  {
    name: 'two seconds of music',
    make: () => makeWav({ seconds: 2 }),
    code: 'audio_too_short',
    reached: 'measuring',
  },
  {
    name: 'ten seconds of silence',
    make: () => makeWav({ seconds: 10, waveform: () => 0 }),
    code: 'audio_silent',
    reached: 'measuring',
  },
]

const madeOnce = badUploads.map((upload) => ({ ...upload, make: once(upload.make) }))
const everyBadUploadOnEveryEngine = engines.flatMap((engine) =>
  madeOnce.map((upload) => ({ engine, engineName: engine.name, ...upload })),
)

test.each(everyBadUploadOnEveryEngine)(
  '$engineName refuses $name as $code and leaves nothing behind',
  async ({ engine, make, code, reached }) => {
    await using scratch = await openFolder()
    const upload = await scratch.write('original', await make())
    const stages: AudioStage[] = []

    const preparing = engine.prepare({
      path: upload,
      outDir: scratch.folder,
      onStage: (stage) => stages.push(stage),
    })

    await expect(preparing).rejects.toMatchObject({ name: 'AudioRefused', code })
    expect(stages.at(-1)).toBe(reached)
    expect(await readdir(scratch.folder)).toEqual(['original'])
  },
)

test('a crash of the engine is reported as a broken upload', async () => {
  // This build's Opus encoder, which the app never uses, reads out of bounds.
  const crashing = encode(makeWav({ seconds: 6 }), 'ogg', ['-c:a', 'libopus'])

  await expect(crashing).rejects.toMatchObject({ name: 'AudioRefused', code: 'audio_broken' })
})

function notAudio(files: Record<string, BadUpload['make']>): BadUpload[] {
  return Object.entries(files).map(([name, make]) => ({
    name: `${name} called .mp3`,
    make,
    code: 'audio_not_recognised',
    reached: 'checking',
  }))
}

function half(file: Buffer): Buffer {
  return file.subarray(0, file.length / 2)
}

function claimingWav(claim: { sampleRateHz: number; channels: number }): Buffer {
  const wav = Buffer.from(song())
  writeWavHeader(wav, { ...claim, dataBytes: wav.length - 44 })
  return wav
}

/** The sample count is the last 36 bits of eight bytes that start at 18 in every FLAC file. */
function claimFlacLength(flac: Buffer, samples: number): Buffer {
  const claimed = Buffer.from(flac)
  const otherFacts = claimed.readBigUInt64BE(18) & ~0xf_ffff_ffffn
  claimed.writeBigUInt64BE(otherFacts | BigInt(samples), 18)
  return claimed
}
