// A track without a recording. Apart from test-app.ts: a journey that imports this does not load the whole server.

import { randomUUID } from 'node:crypto'
import { nothingEntered } from '#contracts/track-details.ts'
import type { Db } from '#server/db/client.ts'
import * as trackCommands from '#server/tracks/track-commands.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'

/** Creates a listed track without a recording, for tests that need no audio. */
export async function createTrack(
  db: Db,
  track: Partial<TrackDescription> & {
    artistId: string
    createdAt?: Date
    tempoBpm?: number | null
  },
): Promise<{ id: string; title: string }> {
  const id = randomUUID()
  const description = { ...plainDescription, ...track }
  await trackCommands.createTrack(db, {
    id,
    artistId: track.artistId,
    description,
    original: {
      key: `originals/${id}`,
      name: 'take.wav',
      container: 'wav',
      bytes: 1000,
      sha256: id.replaceAll('-', '').padEnd(64, '0'),
    },
    previewKey: `previews/${id}.mp3`,
    audio: { ...plainAudio, tempoBpm: track.tempoBpm ?? null },
    ...(track.createdAt ? { createdAt: track.createdAt } : {}),
  })
  return { id, title: description.title }
}

export const plainDescription: TrackDescription = {
  ...nothingEntered,
  title: 'The Parting Glass',
  originalArtist: 'Traditional',
  description: 'Strummed slowly.',
  pricePence: 500,
  format: 'Backing Track',
  instrumentation: 'Acoustic Guitar',
  genre: 'Folk',
  vocalRange: 'Tenor',
  keySignature: 'D',
  isHigher: false,
  isLower: false,
  licenceStatus: 'not_required',
  licenceDocumentId: null,
}

export const plainAudio = {
  codec: 'pcm_s16le',
  sampleRateHz: 44_100,
  channels: 2,
  durationMs: 60_000,
  loudnessLufs: -16,
  loudnessRangeLu: 4,
  measuredKey: 'Am',
  // Too little for a question about the key.
  measuredKeyConfidence: 0.1,
  tempoBpm: null,
  peaks: new Uint8Array(1000),
  preview: { durationMs: 30_000, peaks: new Uint8Array(400).fill(255) },
}
