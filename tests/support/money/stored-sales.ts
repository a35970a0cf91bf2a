// Sales as far as their money tells, without the steps that lead there.

import { randomUUID } from 'node:crypto'
import { storeCommission } from '../commissions/stored-commission.ts'
import { createTrack, type TestApp, type TestUser } from '../test-app.ts'

type Parties = { customer: TestUser; artist: TestUser }

/** A commission that was paid and approved. */
export async function createSale(app: TestApp, { customer, artist }: Parties): Promise<string> {
  const changes = { name: `Sold by ${artist.username}` }
  const { id } = await storeCommission(app, { customer, artist, status: 'completed', changes })
  const subject = { subject_kind: 'commission', subject_id: id } as const
  const paid = await storePayment(app, { ...subject, customer_id: customer.id, amount_pence: 4420 })
  const prices = { platform_fee_pence: 400, processing_fee_pence: 20, artist_pence: 4000 }
  await app.db
    .insertInto('sales')
    .values({
      ...paid,
      ...prices,
      commission_id: id,
      artist_id: artist.id,
      status: 'transferred',
      customer_pence: 4420,
    })
    .execute()
  return id
}

/** Of a track that was bought for £5.70. Returns its id. */
export async function createRefundRequest(
  app: TestApp,
  { customer, artist }: Parties,
): Promise<string> {
  const title = `Asked back from ${artist.username}`
  const { id: trackId } = await createTrack(app.db, { artistId: artist.id, title })
  const [orderId, lineId] = [randomUUID(), randomUUID()]
  const order = { id: orderId, customer_id: customer.id, total_pence: 570, cart_hash: 'stored' }
  await app.db
    .insertInto('orders')
    .values({ ...order, status: 'paid' })
    .execute()
  const prices = {
    platform_fee_pence: 50,
    processing_fee_pence: 20,
    artist_pence: 500,
    customer_pence: 570,
  }
  await app.db
    .insertInto('order_lines')
    .values({
      ...prices,
      id: lineId,
      order_id: orderId,
      track_id: trackId,
      title,
      artist_id: artist.id,
      artist_name: artist.username,
      key_signature: null,
    })
    .execute()
  const subject = { subject_kind: 'order', subject_id: orderId } as const
  const paid = await storePayment(app, { ...subject, customer_id: customer.id, amount_pence: 570 })
  const sale = { ...paid, ...prices, order_line_id: lineId, artist_id: artist.id }
  await app.db
    .insertInto('sales')
    .values({ ...sale, status: 'transferred' })
    .execute()
  const { id } = await app.db
    .insertInto('refund_requests')
    .values({
      order_line_id: lineId,
      customer_id: customer.id,
      reason: 'wrong_key',
      requested_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Paid = {
  subject_kind: 'order' | 'commission'
  subject_id: string
  customer_id: string
  amount_pence: number
}

async function storePayment({ db, clock }: TestApp, payment: Paid) {
  const id = randomUUID()
  const now = clock.now()
  await db
    .insertInto('payments')
    .values({ ...payment, id, status: 'paid', expires_at: now, paid_at: now })
    .execute()
  return { payment_id: id, paid_at: now, counted_at: now }
}
