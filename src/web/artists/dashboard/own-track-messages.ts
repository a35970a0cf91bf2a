// The sentences about editing, withdrawing and restoring own tracks.

import type { Refused } from '#web/api/result.ts'

export const ownTrackMessages = {
  saved: 'Track updated',
  updateFailed: 'Update failed. Please try again.',
  withdrawn: 'Track withdrawn',
  restored: 'Track restored',
  notOwn: 'There is no such track among yours.',
} as const

/** A failure without a reason that helps the artist gets our own sentence. */
export function updateFailure<Failed extends Refused>(refused: Failed): Failed {
  const isExplained = refused.issues !== undefined || explained.has(refused.code)
  return isExplained ? refused : { ...refused, message: ownTrackMessages.updateFailed }
}

const explained: ReadonlySet<Refused['code']> = new Set([
  'track_withdrawn',
  'licensed_from_missing',
  'license_document_not_found',
  'key_unanswered',
  'login_required',
  'banned',
])
