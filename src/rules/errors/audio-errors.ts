import { audioLimits } from '../uploads/upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

const { formats, minSeconds, maxMinutes, maxChannels } = audioLimits
const lowestKhz = audioLimits.minSampleRateHz / 1000
const highestKhz = audioLimits.maxSampleRateHz / 1000

export const audioErrors = {
  audio_not_recognised: {
    status: 415,
    message: `This is not an audio file we can read. Please use ${formats}.`,
  },
  audio_broken: {
    status: 422,
    message: 'The audio in this file is damaged and cannot be played to its end.',
  },
  audio_too_short: {
    status: 422,
    message: `The recording is shorter than ${minSeconds} seconds.`,
  },
  audio_too_long: {
    status: 422,
    message: `The recording is longer than ${maxMinutes} minutes.`,
  },
  audio_silent: { status: 422, message: 'The recording is silent.' },
  audio_sample_rate: {
    status: 422,
    message: `The sample rate must be between ${lowestKhz} and ${highestKhz} kHz.`,
  },
  audio_channels: {
    status: 422,
    message: `The recording has too many channels: please send one with at most ${maxChannels}.`,
  },
  audio_took_too_long: { status: 422, message: 'The file took too long to decode.' },
} as const satisfies RefusalTable
