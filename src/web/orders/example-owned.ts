// An owned track for tests, with optional changes.

import type { OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'

export function exampleFile(changes: Partial<OwnedFile> = {}): OwnedFile {
  const original = { format: 'original', label: 'WAV', state: 'ready', bytes: 3_565_158 } as const
  return { ...original, reason: null, canBeRequested: false, ...changes }
}

export function exampleOwned(changes: Partial<OwnedTrack> = {}): OwnedTrack {
  const track = changes.track ?? exampleTrack()
  return {
    track,
    commissionId: null,
    isListed: true,
    isNew: false,
    boughtAt: '2026-03-05T12:00:00.000Z',
    paidPence: 569,
    refundRequest: null,
    files: [exampleFile()],
    stream: { url: `/api/proxy/my-tracks/${track.id}/stream?format=original`, waveform: '0z9a' },
    ...changes,
  }
}
