// Enough tracks to measure with, without recordings behind them.

import { randomUUID } from 'node:crypto'
import { instrumentations } from '../src/rules/track-options.ts'
import type { Db } from '../src/server/db/client.ts'

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
    await db
      .insertInto('tracks')
      .values({
        id: last,
        artist_id: artistId,
        title: `The Water Is Wide, take ${at}`,
        original_artist: 'Traditional',
        description: 'Fingerpicked in dropped tuning, with a pause before the last verse.',
        instructions: null,
        price_pence: 300 + at * 10,
        format: 'Backing Track',
        instrumentation: instrumentations[at % instrumentations.length] ?? 'Other',
        genre: 'Folk',
        vocal_range: at % 2 === 0 ? 'Tenor' : 'Alto',
        key_signature: ['C', 'Am', 'F#', 'Bb'][at % 4] ?? 'C',
        original_key: `originals/${last}`,
        original_name: 'take.wav',
        original_container: 'wav',
        original_bytes: 1000,
        original_sha256: last,
        codec: 'pcm_s16le',
        sample_rate_hz: 44_100,
        channels: 2,
        duration_ms: 200_000,
        loudness_lufs: -16,
        loudness_range_lu: 4,
        true_peak_dbtp: -1,
        peaks: new Uint8Array(1000),
        preview_key: `previews/${last}.mp3`,
        preview_ms: 30_000,
        waveform: 'az09mk'.repeat(16),
        fine_waveform: 'az09mk'.repeat(33) + 'zz',
        search_text: 'the water is wide traditional rosa lindqvist',
        withdrawn_at: null,
        rating_count: at % 5,
        rating_sum: (at % 5) * 4,
      })
      .execute()
  }
  return last
}
