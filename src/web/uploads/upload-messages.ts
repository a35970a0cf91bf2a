// The texts for an upload's stages and failures.

import { refusalMessage } from '#rules/refusal.ts'
import type { UploadStage } from '#rules/upload-process.ts'
import type { Refused } from '#web/api/result.ts'

export const uploadMessages = {
  failed: refusalMessage('upload_interrupted'),
  listed: 'Track uploaded successfully!',
} as const

export const stageText: Record<UploadStage, string> = {
  waiting: 'Waiting',
  checking: 'Checking the file',
  measuring: 'Measuring loudness',
  making_preview: 'Making the preview',
}

/** A failure that mentions the card provider means an unfinished payment set-up (ERR-21). */
export function uploadFailureText(refused: Refused): string {
  if (refused.status === 0 || refused.code === 'unknown') return uploadMessages.failed
  return /stripe|payment provider/i.test(refused.message)
    ? refusalMessage('payment_setup_needed')
    : refused.message
}
