// A database as the version before payments left it: orders, payouts and refunds in every status, and the queue's jobs.

import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { TestApp } from './test-app.ts'

/** Tables and columns that the row types no longer know. */
export type OldDb = Kysely<Record<string, Record<string, unknown>>>

type OldOrder = {
  id: string
  customer: string
  status: string
  session?: string | null
  url?: string | null
  intent?: string | null
  charge?: string | null
}

/** Empties the app's database and builds it up to the last migration before payments. */
export async function returnToVersion0009(app: TestApp): Promise<OldDb> {
  await sql`drop schema public cascade`.execute(app.db)
  await sql`create schema public`.execute(app.db)
  await migrateTo(app, '0009-stuck-refunds.sql')
  return app.db as unknown as OldDb
}

export async function migrateTo(app: TestApp, upTo?: string): Promise<void> {
  const database = connect(app.databaseUrl, { onIdleError: () => undefined })
  await migrate(database.pool, upTo === undefined ? {} : { upTo })
  await database.close()
}

export async function insertUser(db: OldDb, role = 'customer', id: string = randomUUID()) {
  const user = { id, email: `${id}@example.com`, username: `user ${id}`, role }
  await db.insertInto('users').values(user).execute()
  return id
}

export async function insertTrack(db: OldDb, artistId: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into tracks (
      id, artist_id, title, original_artist, description, price_pence, format, instrumentation, original_key,
      original_name, original_container, original_bytes, original_sha256, codec, sample_rate_hz, channels, duration_ms,
      loudness_lufs, loudness_range_lu, true_peak_dbtp, peaks, preview_key, preview_ms, waveform, fine_waveform, search_text
    ) values (
      ${id}, ${artistId}, 'The Parting Glass', 'Traditional', 'Strummed slowly.', 500, 'Backing Track', 'Acoustic Guitar',
      ${`originals/${id}`}, 'take.wav', 'wav', 1000, ${'0'.repeat(64)}, 'pcm_s16le', 44100, 2, 60000,
      -16, 4, -1, ${Buffer.alloc(1000)}, ${`previews/${id}.mp3`}, 30000, ${'z'.repeat(96)}, ${'z'.repeat(200)}, 'parting glass'
    )`.execute(db)
  return id
}

/** An order of one track at £5. One that was paid is booked, as it was. */
export async function insertOrder(db: OldDb, artist: string, track: string, order: OldOrder) {
  const { id } = order
  const isPaid = order.charge !== undefined && order.charge !== null
  await db
    .insertInto('orders')
    .values({
      id,
      customer_id: order.customer,
      status: order.status,
      total_pence: 570,
      cart_hash: `hash of ${id}`,
      checkout_session_id: order.session ?? null,
      checkout_url: order.url ?? null,
      payment_intent_id: order.intent ?? null,
      charge_id: order.charge ?? null,
      created_at: new Date(Date.now() - 300_000),
      expires_at: new Date(Date.now() + 1_800_000),
      asked_at: isPaid ? new Date(Date.now() - 200_000) : null,
      paid_at: isPaid ? new Date(Date.now() - 100_000) : null,
    })
    .execute()
  const line = randomUUID()
  await db
    .insertInto('order_lines')
    .values({
      id: line,
      order_id: id,
      track_id: track,
      artist_id: artist,
      title: 'The Parting Glass',
      artist_pence: 500,
      platform_fee_pence: 50,
      processing_fee_pence: 20,
      customer_pence: 570,
    })
    .execute()
  return line
}

export async function book(
  db: OldDb,
  order: string,
  fact: string,
  entries: [account: string, artist: string | null, pence: number][],
) {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into ledger_transactions (fact, order_id) values (${fact}, ${order}) returning id`.execute(
      tx,
    )
    for (const [account, artist, pence] of entries) {
      await sql`
        insert into ledger_entries (transaction_id, account, artist_id, amount_pence)
        values (${rows[0]?.id}, ${account}, ${artist}, ${pence})`.execute(tx)
    }
  })
}
