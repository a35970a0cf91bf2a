// What is known of a chosen file before a byte is sent. The server identifies the format by its first bytes.

import { uploadErrors } from '#rules/errors/upload-errors.ts'
import { largestUploadBytes } from '#rules/upload-limits.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { isAudioFile } from '#web/uploads/sending/file-problem.ts'
import { isRemembered } from '#web/uploads/sending/remembered-files.ts'
import { commissionMessages } from '../commission-messages.ts'
import { deliveryFilesKey } from './delivery-sendings-store.ts'

/** Null if the file may be sent. */
export function problemWithDelivery(file: File): string | null {
  if (file.size === 0 || !isAudioFile(file)) return commissionMessages.notAudio
  return file.size > largestUploadBytes ? uploadErrors.upload_too_large.message : null
}

/** Whether it is the file of which a part has arrived from this browser. */
export function goesOnWith(deliveryId: string, file: File): boolean {
  return isRemembered(deviceStorage(), deliveryId, file, deliveryFilesKey)
}
