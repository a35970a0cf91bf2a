// Enough tracks to measure with, without recordings behind them.

import { randomUUID } from 'node:crypto'
import { instrumentations } from '../src/rules/track-options.ts'
import type { Db } from '../src/server/db/client.ts'
import { createTrack } from '../src/server/tracks/track-commands.ts'

/** Answers the id of one of them. */
export async function fillCatalogue(db: Db, tracks: number): Promise<string> {
  const artistId = randomUUID()
  await db
    .insertInto('users')
    .values({
      id: artistId,
      email: 'bench@example.com',
      username: 'Rosa Lindqvist',
      avatar: null,
      role: 'artist',
    })
    .execute()
  await db
    .insertInto('payment_accounts')
    .values({ user_id: artistId, provider_account_id: 'acct_bench', payouts_enabled: true })
    .execute()
  let last = ''
  for (let at = 0; at < tracks; at++) {
    last = randomUUID()
    const description = {
      title: `The Water Is Wide, take ${at}`,
      originalArtist: 'Traditional',
      description: 'Fingerpicked in dropped tuning, with a pause before the last verse.',
      instructions: null,
      pricePence: 300 + at * 10,
      format: 'Backing Track',
      instrumentation: instrumentations[at % instrumentations.length] ?? 'Other',
      genre: 'Folk',
      vocalRange: at % 2 === 0 ? 'Tenor' : 'Alto',
      keySignature: ['C', 'Am', 'F#', 'Bb'][at % 4] ?? 'C',
      isHigher: false,
      isLower: false,
    } as const
    const [key, previewKey] = [`originals/${last}`, `previews/${last}.mp3`]
    const original = { key, name: 'take.wav', container: 'wav', bytes: 1000, sha256: last }
    await createTrack(db, { id: last, artistId, description, original, previewKey, audio })
    await db
      .updateTable('tracks')
      .set({ rating_count: at % 5, rating_sum: (at % 5) * 4 })
      .where('id', '=', last)
      .execute()
  }
  return last
}

const audio = {
  codec: 'pcm_s16le',
  sampleRateHz: 44_100,
  channels: 2,
  durationMs: 200_000,
  loudnessLufs: -16,
  loudnessRangeLu: 4,
  truePeakDbtp: -1,
  peaks: new Uint8Array(1000),
  preview: {
    durationMs: 30_000,
    peaks: Uint8Array.from({ length: 400 }, (_, at) => (at * 37) % 256),
  },
}
