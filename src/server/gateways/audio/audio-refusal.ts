// Refusal of an unacceptable upload: a retry cannot help, and the artist is shown the reason.

export const audioRefusalCodes = [
  'audio_not_recognised',
  'audio_broken',
  'audio_too_short',
  'audio_too_long',
  'audio_silent',
  'audio_sample_rate',
  'audio_channels',
  'audio_took_too_long',
] as const

export type AudioRefusalCode = (typeof audioRefusalCodes)[number]

export class AudioRefused extends Error {
  override readonly name = 'AudioRefused'
  readonly code: AudioRefusalCode

  constructor(code: AudioRefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
