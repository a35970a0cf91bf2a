// The check of a chosen file before a byte is sent. The server identifies the format by its first bytes.

import { uploadErrors } from '#rules/errors/upload-errors.ts'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { isAudioFile } from '#web/uploads/transfers/file-problem.ts'
import { commissionMessages } from '../commission-messages.ts'

/** Null if the file may be sent. */
export function problemWithDelivery(file: File): string | null {
  if (file.size === 0 || !isAudioFile(file)) return commissionMessages.notAudio
  return file.size > maxUploadBytes ? uploadErrors.upload_too_large.message : null
}
