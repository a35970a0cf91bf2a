import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OrderStatus } from '#server/db/tables.ts'
import { addJob } from '#server/jobs/add-job.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { createPayableArtist, checkOut, pay } from '../../../tests/support/shopping.ts'
import { paymentOf } from './order-status.ts'

const expected = {
  pending: { state: 'paid', status: 'paid', granted: 1 },
  expired: { state: 'paid', status: 'paid', granted: 1 },
  paid: { state: 'paid', status: 'paid', granted: 0 },
  part_refunded: { state: 'paid', status: 'part_refunded', granted: 0 },
  refunded: { state: 'paid', status: 'refunded', granted: 0 },
  disputed: { state: 'closed', status: 'disputed', granted: 0 },
  failed: { state: 'closed', status: 'failed', granted: 0 },
} as const satisfies Record<OrderStatus, object>

/** A checkout that is paid at the provider; the server has received no event about it. */
async function createPaidCheckout(app: TestApp) {
  const [artist, mia] = [await createPayableArtist(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const checkout = await checkOut(app, mia, [track.id])
  await pay(checkout.url)
  return { mia, ...checkout }
}

test('for every status: only an open order is fulfilled, and only a fulfilled one is shown as paid', async () => {
  await using app = await createTestApp()
  for (const [status, outcome] of Object.entries(expected)) {
    const { mia, orderId, sessionId } = await createPaidCheckout(app)
    const set = sql`update orders set status = ${status} where id = ${orderId}`
    await set.execute(app.db)
    await addJob(app.db, 'fulfil_order', { orderId, sessionId, eventId: `evt_${status}` })
    await app.work()
    const response = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
    const order = await app.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const entitlements = await app.db
      .selectFrom('entitlements')
      .select('track_id')
      .where('user_id', '=', mia.id)
      .execute()
    const found = {
      state: response.json().state,
      status: order.status,
      granted: entitlements.length,
    }
    expect([status, found]).toEqual([status, outcome])
  }
})

test('every status that the table allows is mapped, and no other', async () => {
  await using app = await createTestApp()
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'orders_status_check'
  `.execute(app.db)
  const allowed = [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(
    ([, status = '']) => status,
  )
  expect(allowed.toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const status of allowed) {
    expect(['open', 'paid', 'closed']).toContain(paymentOf({ status: status as OrderStatus }))
  }
})
