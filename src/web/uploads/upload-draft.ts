// The draft of the upload form, until the details are sent.

import { storedDraft } from '#web/forms/stored-draft.ts'

const drafts = storedDraft('upload-draft')

/** The confirmation is given anew for each track. */
const neverStored: ReadonlySet<string> = new Set(['confirmation'])

export const { read: readDraft, remove: removeDraft } = drafts

/** Files are not stored: a browser cannot give them back. */
export function storeDraft(artistId: string, form: FormData): void {
  const texts = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && !neverStored.has(entry[0]),
  )
  drafts.store(artistId, Object.fromEntries(texts))
}
