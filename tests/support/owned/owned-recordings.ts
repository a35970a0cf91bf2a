// Owned recordings in tests: tracks with a stored original of chosen bytes, granted to a customer without a payment page.

import type { AudioContainer } from '#rules/music/audio-formats.ts'
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createTrack, type TestApp } from '../test-app.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'

type Original = { bytes: Buffer; container?: AudioContainer; codec?: string; durationMs?: number }

/** A listed track whose original is stored. */
export async function createRecording(
  app: TestApp,
  track: Partial<TrackDescription> & { artistId: string },
  { bytes, container = 'wav', codec = 'pcm_s16le', durationMs = 30_000 }: Original,
) {
  const created = await createTrack(app.db, track)
  const key = `originals/${randomUUID()}`
  await app.storage.put(key, Readable.from([bytes]), {
    maxBytes: bytes.length,
    contentType: 'application/octet-stream',
  })
  await app.db
    .updateTable('tracks')
    .set({
      original_key: key,
      original_container: container,
      original_bytes: String(bytes.length),
      original_sha256: sha256(bytes),
      codec,
      duration_ms: durationMs,
    })
    .where('id', '=', created.id)
    .execute()
  return { ...created, key, bytes }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
