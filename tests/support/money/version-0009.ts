// A database as the version before payments left it: orders, payouts and refunds in every status, and the queue's jobs.

import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { orderProcess } from '#rules/orders/order-process.ts'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { TestApp } from '../test-app.ts'

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

async function book(
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

/** 'stuck' has another name since. */
const formerStatus = (status: string) => (status === 'failed' ? 'stuck' : status)
const isPaid = (status: string) => !['pending', 'expired', 'failed'].includes(status)

/** Those of that version, by their present names. */
const payoutStatuses = ['waiting', 'blocked', 'sent', 'failed']
const ordersOfRefunds: Record<string, string> = {
  waiting: 'part_refunded',
  pending: 'paid',
  sent: 'refunded',
  failed: 'disputed',
}

/** One order in each status; of the paid one a payout in each status, of the refunded one a refund in each. */
export async function fillVersion0009(db: OldDb) {
  const [artist, customer] = [await insertUser(db, 'artist'), await insertUser(db)]
  const track = await insertTrack(db, artist)
  const orders = new Map<string, { id: string; line: string }>()
  for (const status of orderProcess.statuses) {
    const id = randomUUID()
    const charge = isPaid(status) ? { intent: `pi_${id}`, charge: `ch_${id}` } : {}
    const session = { session: `cs_test_${id}`, url: `https://pay.example/${id}` }
    const line = await insertOrder(db, artist, track, {
      id,
      customer,
      status,
      ...session,
      ...charge,
    })
    orders.set(status, { id, line })
    if (isPaid(status)) {
      await book(db, id, `paid:${id}`, [
        ['stripe_pending', null, 570],
        ['artist_payable', artist, -500],
        ['platform_commission', null, -50],
        ['processing_fee', null, -20],
      ])
    }
  }
  const of = (status: string) => orders.get(status) ?? { id: '', line: '' }
  await db
    .insertInto('entitlements')
    .values({ user_id: customer, track_id: track, order_line_id: of('paid').line })
    .execute()
  for (const status of payoutStatuses) await insertPayout(db, of('paid').id, status)
  for (const status of Object.keys(ordersOfRefunds)) await insertRefund(db, of, status)
  await db
    .insertInto('payment_events')
    .values({ id: 'evt_1', type: 'checkout.session.completed', body: '{}' })
    .execute()
  await db
    .insertInto('payout_accounts')
    .values({ user_id: artist, provider_account_id: 'acct_1', ready: true, todo: '["Your name"]' })
    .execute()
}

async function insertPayout(db: OldDb, order: string, status: string) {
  const artist = await insertUser(db, 'artist')
  await db
    .insertInto('payouts')
    .values({
      id: randomUUID(),
      order_id: order,
      artist_id: artist,
      // Four of them, and a refund, are owed from one payment of 570.
      amount_pence: 100,
      status: formerStatus(status),
      attempt: 3,
      tries: 4,
      refusals: 2,
      attempt_started_at: new Date(),
      last_problem: 'No answer.',
      transfer_id: status === 'sent' ? 'tr_1' : null,
      sent_at: status === 'sent' ? new Date() : null,
    })
    .execute()
}

async function insertRefund(
  db: OldDb,
  of: (status: string) => { id: string; line: string },
  status: string,
) {
  const { id, line } = of(ordersOfRefunds[status] ?? '')
  const isMade = status === 'pending' || status === 'sent'
  await db
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      order_id: id,
      order_line_id: line,
      amount_pence: 150,
      status: formerStatus(status),
      attempt: 2,
      tries: 5,
      returns: 1,
      attempt_started_at: new Date(),
      refund_id: isMade ? `re_${status}` : null,
      checked_at: isMade ? new Date() : null,
    })
    .execute()
}
