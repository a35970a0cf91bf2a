// The details of a track, as stored in `uploads.details` until it is listed.

import { nothingEntered } from '#contracts/track-details.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'

/** The values of fields that an upload in progress lacks, because an older version has received it. */
const fieldsAddedSince = {
  ...nothingEntered,
  licenceStatus: 'not_required',
  licenceDocumentId: null,
  // That version published the key as written.
  keyAnswer: 'as_written',
} satisfies Partial<TrackDescription>

export function readDescription(stored: unknown): TrackDescription {
  // Written from this type by every command, perhaps of an older version.
  return { ...fieldsAddedSince, ...(stored as TrackDescription) }
}
