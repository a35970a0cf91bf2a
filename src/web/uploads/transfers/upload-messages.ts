// The sentences of the upload form.

import { paymentSetupErrors } from '#rules/errors/payment-setup-errors.ts'
import { uploadErrors } from '#rules/errors/upload-errors.ts'
import type { Refused } from '#web/api/result.ts'

export const uploadMessages = {
  failed: uploadErrors.upload_interrupted.message,
  gone: 'This upload is no longer there. Please choose the file again.',
  listed: 'Track uploaded successfully!',
  /** The details are there before the recording is. */
  listedLater: 'Saved. The track is listed as soon as its recording is ready.',
  afterStep: {
    email: 'Then payments are set up, and a file can be chosen.',
    payments: paymentSetupErrors.payment_setup_needed.message,
  },
  instructions: 'How to Upload Your Track',
  dismissInstructions: 'Got it!',
  discardQuestion: 'Discard everything you typed, and the recording?',
} as const

/**
 * A failure that mentions the card provider means an unfinished payment set-up (ERR-21). The text is read only where
 * there is no code to decide by.
 */
export function uploadFailureText({ code, message }: Refused): string {
  if (code === 'network' || code === 'unknown') return uploadMessages.failed
  const concernsPayments = code === 'foreign' && /stripe|payment provider/i.test(message)
  return concernsPayments ? paymentSetupErrors.payment_setup_needed.message : message
}
