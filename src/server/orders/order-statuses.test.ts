import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OrderStatus } from '#rules/orders/order-process.ts'
import type { PaymentStatus } from '#rules/payments/payment-process.ts'
import { addJob } from '#server/jobs/add-job.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts, checkOut, pay } from '../../../tests/support/shopping.ts'

const expected = {
  pending: { payment: 'open', state: 'paid', status: 'paid', granted: 1 },
  expired: { payment: 'expired', state: 'paid', status: 'paid', granted: 1 },
  paid: { payment: 'paid', state: 'paid', status: 'paid', granted: 0 },
  part_refunded: { payment: 'paid', state: 'paid', status: 'part_refunded', granted: 0 },
  refunded: { payment: 'paid', state: 'paid', status: 'refunded', granted: 0 },
  disputed: { payment: 'paid', state: 'closed', status: 'disputed', granted: 0 },
  failed: { payment: 'failed', state: 'closed', status: 'failed', granted: 0 },
} as const satisfies Record<
  OrderStatus,
  { payment: PaymentStatus; state: string; status: OrderStatus; granted: number }
>

/** A checkout that is paid at the provider; the server has received no event about it. */
async function createPaidCheckout(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const checkout = await checkOut(app, mia, [track.id])
  await pay(checkout.url)
  return { mia, ...checkout }
}

test('for every status: only an open order is fulfilled, and only a fulfilled one is shown as paid', async () => {
  await using app = await createTestApp()
  for (const [status, { payment, ...outcome }] of Object.entries(expected)) {
    const { mia, orderId, paymentId, sessionId } = await createPaidCheckout(app)
    await sql`update orders set status = ${status} where id = ${orderId}`.execute(app.db)
    await sql`update payments set status = ${payment} where id = ${paymentId}`.execute(app.db)
    await addJob(app.db, 'check_payment', { paymentId, sessionId, eventId: `evt_${status}` })
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
