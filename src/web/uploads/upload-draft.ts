// What an artist has typed into the upload form, stored on the device until the details are sent: one draft per account.

import { deviceStorage } from '#web/api/device-storage.ts'
import type { FormTexts } from '#web/forms/form-fields.ts'

const keyOf = (artistId: string) => `undersong.upload-draft.${artistId}`

/** The confirmation is given anew for each track. */
const neverStored: ReadonlySet<string> = new Set(['confirmation'])

export function readDraft(artistId: string): FormTexts {
  const stored = deviceStorage().getItem(keyOf(artistId))
  if (stored === null) return {}
  try {
    const texts: unknown = JSON.parse(stored)
    if (typeof texts !== 'object' || texts === null) return {}
    return Object.fromEntries(Object.entries(texts).filter(isText))
  } catch {
    // Another program has written there: like no draft.
    return {}
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

/** Files are not stored: a browser cannot give them back. */
export function storeDraft(artistId: string, form: FormData): void {
  const texts = [...form].filter(
    ([name, value]) => typeof value === 'string' && value !== '' && !neverStored.has(name),
  )
  try {
    deviceStorage().setItem(keyOf(artistId), JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // The storage is full: the text stays in the form.
  }
}

export function removeDraft(artistId: string): void {
  deviceStorage().removeItem(keyOf(artistId))
}
