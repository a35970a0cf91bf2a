// The texts of an upload: its stages, its failures, and its price as it is sent.

import { parsePounds } from '#rules/price.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
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

/**
 * A failure that mentions the card provider means an unfinished payment set-up (ERR-21). The text is read only where
 * there is no code to decide by.
 */
export function uploadFailureText({ code, message }: Refused): string {
  if (code === 'network' || code === 'unknown') return uploadMessages.failed
  const concernsPayments = code === 'foreign' && /stripe|payment provider/i.test(message)
  return concernsPayments ? refusalMessage('payment_setup_needed') : message
}

/** The form refuses an invalid price; '0.00' is sent only when there is none (D-056). */
export function sentPrice(price: string): string {
  return ((parsePounds(price) ?? 0) / 100).toFixed(2)
}
