import type { RefusalTable } from './refusal-table.ts'

export const audioErrors = {
  audio_not_recognised: {
    status: 415,
    message: 'This is not an audio file we can read. Please use WAV, FLAC, AIFF, MP3, OGG or M4A.',
  },
  audio_broken: {
    status: 422,
    message: 'The audio in this file is damaged and cannot be played to its end.',
  },
  audio_too_short: { status: 422, message: 'The recording is shorter than 5 seconds.' },
  audio_too_long: { status: 422, message: 'The recording is longer than 20 minutes.' },
  audio_silent: { status: 422, message: 'The recording is silent.' },
  audio_sample_rate: { status: 422, message: 'The sample rate must be between 8 and 192 kHz.' },
  audio_channels: { status: 422, message: 'The recording must be mono or stereo.' },
  audio_took_too_long: { status: 422, message: 'The file took too long to decode.' },
} as const satisfies RefusalTable
