// A commission in any status, stored without the steps that lead there: for tests of one step.

import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type Updateable } from 'kysely'
import {
  answerByOf,
  approveAtOf,
  deadlinesOfPayment,
  payByOf,
} from '#rules/commissions/commission-deadlines.ts'
import { nextReminder } from '#rules/commissions/reminders.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { openWorkStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { customerPricePence, platformFeePence, processingFeePence } from '#rules/price.ts'
import { commissionWords } from '#server/commissions/commission-words.ts'
import { remindedOf } from '#server/commissions/commission-state.ts'
import type { Tables } from '#server/db/tables.ts'
import { createArtistWithPayouts } from '../shopping.ts'
import type { TestApp, TestUser } from '../test-app.ts'

type Row = Selectable<Tables['commissions']>
type Stored = {
  customer: TestUser
  artist: TestUser
  status: CommissionStatus
  changes?: Updateable<Tables['commissions']>
}

const artistPence = 4000

/** An artist who takes commissions at £40.00, for which a customer pays £44.20. */
export async function createCommissionArtist(
  app: TestApp,
  changes: Updateable<Tables['artists']> = {},
): Promise<TestUser> {
  const artist = await createArtistWithPayouts(app)
  await app.db
    .updateTable('artists')
    .set({ commission_price_pence: artistPence, wants_commissions: true, ...changes })
    .where('artist_id', '=', artist.id)
    .execute()
  return artist
}

/** Every stage that has begun began now, and what was paid was paid by a payment without a charge. */
export async function storeCommission(app: TestApp, stored: Stored): Promise<Row> {
  const { status, changes } = stored
  const id = randomUUID()
  const paid = isPaid(status)
  const names = { ...columnsOf(app.clock.now(), stored), ...changes }
  const { name, artist_name: artistName, customer_name: customerName } = names
  const row = { id, ...names, ...commissionWords({ name, artistName, customerName }) }
  return app.db.transaction().execute(async (tx) => {
    const paymentId = paid ? await storePayment(tx, row) : null
    const inserted = await tx
      .insertInto('commissions')
      .values({ ...row, payment_id: paymentId })
      .returningAll()
      .executeTakeFirstOrThrow()
    const remindAt = nextReminder(remindedOf(inserted), app.clock.now())?.at ?? null
    await tx.updateTable('commissions').set({ remind_at: remindAt }).where('id', '=', id).execute()
    if (openWork.includes(status))
      await tx
        .updateTable('artists')
        .set((eb) => ({ open_commissions: eb('open_commissions', '+', 1) }))
        .where('artist_id', '=', stored.artist.id)
        .execute()
    return { ...inserted, remind_at: remindAt }
  })
}

const openWork: readonly CommissionStatus[] = openWorkStatuses

const paidStatuses = new Set<CommissionStatus>([
  'in_progress',
  'delivered',
  'approved',
  'cron_pending',
  'completed',
])

function isPaid(status: CommissionStatus): boolean {
  return paidStatuses.has(status)
}

function columnsOf(now: Date, { customer, artist, status }: Stored) {
  const isAnswered = status !== 'pending_artist' && status !== 'cancelled'
  const isDelivered = isPaid(status) && status !== 'in_progress'
  const hasEnded = status === 'cancelled' || status === 'rejected_by_artist'
  const due = deadlinesOfPayment({ paidAt: now, deliveryDays: null }, commissionSpans)
  return {
    customer_id: customer.id,
    artist_id: artist.id,
    status,
    status_reason: status === 'cancelled' ? ('withdrawn' as const) : null,
    name: 'Skylark',
    requirements: 'In D, slowly.',
    guide_track_url: null,
    wants_guide_track: false,
    track_id: null,
    request_key: null,
    customer_name: customer.username,
    artist_name: artist.username,
    artist_pence: artistPence,
    platform_fee_pence: platformFeePence(artistPence),
    processing_fee_pence: processingFeePence,
    customer_pence: customerPricePence(artistPence),
    delivery_days: 7,
    max_revisions: 2,
    answer_by: answerByOf(now, commissionSpans),
    pay_by: isAnswered && !hasEnded ? payByOf(now, commissionSpans) : null,
    ...(isPaid(status)
      ? {
          paid_at: now,
          due_at: due.dueAt,
          overdue_at: due.overdueAt,
          end_at: due.endAt,
          hold_until: due.holdUntil,
        }
      : {}),
    ...(isDelivered
      ? {
          delivered_at: now,
          approve_at: approveAtOf({ paidAt: now, deliveredAt: now, readyAt: now }, commissionSpans),
        }
      : {}),
    created_at: now,
    updated_at: now,
    answered_at: isAnswered ? now : null,
    ended_at: hasEnded || (isDelivered && status !== 'delivered') ? now : null,
    completed_at: status === 'completed' ? now : null,
  }
}

async function storePayment(
  tx: TestApp['db'],
  { id, customer_id, customer_pence }: Pick<Row, 'id' | 'customer_id' | 'customer_pence'>,
): Promise<string> {
  const paymentId = randomUUID()
  await tx
    .insertInto('payments')
    .values({
      id: paymentId,
      subject_kind: 'commission',
      subject_id: id,
      customer_id,
      amount_pence: customer_pence,
      status: 'paid',
      expires_at: new Date(),
      paid_at: new Date(),
    })
    .execute()
  return paymentId
}

/** With a preview that the customer hears. */
export async function storeDelivery(app: TestApp, commissionId: string): Promise<string> {
  const id = randomUUID()
  const now = app.clock.now()
  const peaks = Buffer.alloc(400, 128).toString('base64')
  const measured = { codec: 'pcm_s16le', sampleRateHz: 44_100, channels: 2, loudnessLufs: -16 }
  await app.db
    .insertInto('commission_deliveries')
    .values((eb) => ({
      id,
      commission_id: commissionId,
      number: eb
        .selectFrom('commission_deliveries')
        .select(sql<number>`count(*) + 1`.as('number'))
        .where('commission_id', '=', commissionId),
      status: 'ready',
      file_name: 'take.wav',
      storage_key: `originals/${id}`,
      bytes: 4_000_000,
      sha256: id.replaceAll('-', ''),
      container: 'wav',
      audio: JSON.stringify({
        ...measured,
        durationMs: 90_000,
        peaks,
        preview: { durationMs: 30_000, peaks },
      }),
      preview_key: `previews/${id}.mp3`,
      preview_start_ms: 20_000,
      preview_ms: 30_000,
      created_at: now,
      arrived_at: now,
      ready_at: now,
    }))
    .execute()
  return id
}

export async function storeDispute(
  app: TestApp,
  commissionId: string,
  changes: Updateable<Tables['commission_disputes']> = {},
): Promise<string> {
  const id = randomUUID()
  const now = app.clock.now()
  await app.db
    .insertInto('commission_disputes')
    .values({
      id,
      commission_id: commissionId,
      status: 'open',
      description: 'It is in the wrong key.',
      opened_at: now,
      answer_by: new Date(now.getTime() + commissionSpans.disputeAnswerHours * 3_600_000),
      ...changes,
    })
    .execute()
  return id
}

export async function readStored(app: TestApp, id: string): Promise<Row> {
  return app.db.selectFrom('commissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** What the timeline says, without its times. */
export async function timelineOf(app: TestApp, id: string) {
  return app.db
    .selectFrom('commission_steps')
    .select(['step', 'actor', 'from_status', 'to_status'])
    .where('commission_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Through the API, of an artist who takes commissions from then on. Returns the id. */
export async function askForCommission(
  app: TestApp,
  { customer, artist }: { customer: TestUser; artist: TestUser },
): Promise<string> {
  await app.db
    .updateTable('artists')
    .set({ commission_price_pence: artistPence, wants_commissions: true, commission_places: 20 })
    .where('artist_id', '=', artist.id)
    .execute()
  const asked = await app.call('POST /api/commission/request', {
    as: customer,
    send: {
      artist: artist.id,
      name: `A song for ${customer.username}`,
      requirements: `Slowly, says ${customer.username}`,
    },
  })
  if (asked.statusCode !== 200) throw new Error(`Not asked: ${asked.body}`)
  return asked.json<{ id: string }>().id
}

/** How many commissions have one of them as a party. */
export async function countCommissions({ db }: TestApp, parties: TestUser[]): Promise<number> {
  const ids = parties.map(({ id }) => id)
  const stored = db
    .selectFrom('commissions')
    .select('id')
    .where((eb) => eb.or([eb('customer_id', 'in', ids), eb('artist_id', 'in', ids)]))
  return (await stored.execute()).length
}
