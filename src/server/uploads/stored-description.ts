// The details of a track, as stored in `uploads.details` until it is listed.

import type { TrackDescription } from '#server/tracks/track-columns.ts'

/** What an upload in progress lacks when the version before this one has received it. */
const fieldsAddedSince = {
  licenceStatus: 'not_required',
  licensedFrom: null,
  licenceDocumentId: null,
  youtubeGuideUrl: null,
  // That version published the key as written.
  keyAnswer: 'as_written',
} satisfies Partial<TrackDescription>

export function readDescription(stored: unknown): TrackDescription {
  // Written from this type by every command, perhaps of an older version.
  return { ...fieldsAddedSince, ...(stored as TrackDescription) }
}
