// An own track for tests, with optional changes.

import type { OwnTrack } from '#contracts/own-tracks.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'

export function exampleOwnTrack(changes: Partial<OwnTrack> = {}): OwnTrack {
  return {
    ...exampleTrack(),
    pricePence: 499,
    purchaseCount: 12,
    downloadCount: 34,
    licenseDocumentUrl: null,
    measuredKey: null,
    measuredKeyConfidence: null,
    withdrawnAt: null,
    isTakenDown: false,
    ...changes,
  }
}

/** The only page of a list. */
export function exampleOwnTracks(...tracks: OwnTrack[]) {
  return {
    tracks,
    totalTracks: tracks.length,
    totalPages: 1,
    currentPage: 1,
    takenDownTracks: tracks.filter(({ isTakenDown }) => isTakenDown).length,
  }
}
