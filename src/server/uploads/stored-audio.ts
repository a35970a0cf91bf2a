// The facts that the preparation measured, as stored in `uploads.audio` from the preparation to the listing.

import { unmeasuredMusic, type PreparedAudio } from '#server/gateways/audio/audio-engine.ts'

type Preview = PreparedAudio['preview']
/** The preview's file is in the storage by then. */
export type MeasuredAudio = Omit<PreparedAudio, 'preview'> & { preview: Omit<Preview, 'path'> }

/** JSON has no bytes: peaks are stored as Base64. */
type StoredAudio = Omit<MeasuredAudio, 'peaks' | 'preview'> & {
  peaks: string
  preview: Omit<Preview, 'path' | 'peaks'> & { peaks: string }
}

export function storeAudio({ peaks, preview, ...facts }: PreparedAudio): string {
  const { path: _path, peaks: previewPeaks, ...previewFacts } = preview
  const stored: StoredAudio = {
    ...facts,
    peaks: Buffer.from(peaks).toString('base64'),
    preview: { ...previewFacts, peaks: Buffer.from(previewPeaks).toString('base64') },
  }
  return JSON.stringify(stored)
}

/**
 * Upload rows are read by newer versions of the app than the one that wrote them, for at most a day: a fact that is
 * added to `PreparedAudio` is missing in those.
 */
export function readAudio(stored: unknown): MeasuredAudio {
  // Written by `storeAudio` only.
  const { peaks, preview, ...facts } = stored as StoredAudio
  return {
    ...unmeasuredMusic,
    ...facts,
    peaks: Buffer.from(peaks, 'base64'),
    preview: { ...preview, peaks: Buffer.from(preview.peaks, 'base64') },
  }
}
