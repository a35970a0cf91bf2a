// The check of a file before a byte is sent. The server identifies the format by its first bytes.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { audioErrors } from '#rules/errors/audio-errors.ts'
import { uploadErrors } from '#rules/errors/upload-errors.ts'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { transferMessages } from './transfer-messages.ts'

/** A message for the artist; null if the file may be sent. */
export function problemWithFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>) {
  if (size === 0) return transferMessages.empty
  if (size > maxUploadBytes) return uploadErrors.upload_too_large.message
  return isAudioFile({ name, type }) ? null : audioErrors.audio_not_recognised.message
}

export function isAudioFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return audioFileTypes.some((accepted) =>
    accepted.startsWith('.')
      ? name.toLowerCase().endsWith(accepted)
      : type.startsWith(accepted.slice(0, -1)),
  )
}
