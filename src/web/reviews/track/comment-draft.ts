// A typed comment that could not be submitted because the session has ended: it waits on this device for the login.

import { deviceStorage } from '#web/api/device-storage.ts'

const key = 'undersong.comment-draft'

export function storeDraft(trackId: string, text: string): void {
  deviceStorage().setItem(key, JSON.stringify({ trackId, text }))
}

/** Reads and removes it. */
export function takeDraft(trackId: string): string {
  const stored = deviceStorage().getItem(key)
  const draft = stored === null ? null : parsed(stored)
  if (draft?.trackId !== trackId || typeof draft.text !== 'string') return ''
  deviceStorage().removeItem(key)
  return draft.text
}

function parsed(text: string): { trackId?: unknown; text?: unknown } | null {
  try {
    return Object(JSON.parse(text))
  } catch {
    // Another program of this site, or the user, has written something else.
    return null
  }
}
