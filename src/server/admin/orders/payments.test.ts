// Admins find a payment by whatever names it, and read everything that has become of it.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListedPayment, PaymentRecord } from '#contracts/admin/payments.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { createArtistWithPayouts, paidCart } from '../../../../tests/support/shopping.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'

const emptiedApp = emptiedTestApp()

type List = { payments: ListedPayment[]; total: number; totalPages: number }

const list = async (app: TestApp, as: TestUser, query = '') =>
  (
    await app.call(`GET /api/proxy/admin/orders?${new URLSearchParams(query && { query })}`, { as })
  ).json<List>()

const read = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/proxy/admin/orders/${id}`, { as })).json<PaymentRecord>()

/** Two customers, who have bought the same track; the first also one of another artist. */
async function twoOrders(app: TestApp) {
  const [ann, ben] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  const [mia, zoe] = [await createUser(app), await createUser(app)]
  const first = await createTrack(app.db, { artistId: ann.id, title: 'Autumn', pricePence: 500 })
  const second = await createTrack(app.db, { artistId: ben.id, title: 'Winter', pricePence: 300 })
  const bought = await paidCart(app, mia, [first.id, second.id])
  await app.clock.move({ minutes: 1 })
  await paidCart(app, zoe, [first.id])
  return { ann, ben, mia, zoe, bought, admin: await createAdmin(app) }
}

test('admins list the payments, the latest first, with what was bought and by whom', async () => {
  const app = await emptiedApp()
  const { mia, zoe, admin } = await twoOrders(app)
  expect(await list(app, admin)).toMatchObject({
    total: 2,
    totalPages: 1,
    payments: [
      { pence: 570, title: 'Autumn', moreTitles: 0, customer: { id: zoe.id }, status: 'paid' },
      { pence: 920, title: 'Autumn', moreTitles: 1, customer: { id: mia.id }, refundedPence: 0 },
    ],
  })
})

test('a payment is found by its receipt, its customer’s email and every id that names it, and no other payment is', async () => {
  const app = await emptiedApp()
  const { mia, ben, bought, admin } = await twoOrders(app)
  const stored = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('customer_id', '=', mia.id)
    .executeTakeFirstOrThrow()
  const transfer = await app.db
    .selectFrom('transfers')
    .selectAll()
    .where('artist_id', '=', ben.id)
    .executeTakeFirstOrThrow()
  const balance = await app.db
    .selectFrom('ledger_transactions')
    .select('fact')
    .where('payment_id', '=', stored.id)
    .where('fact', 'like', 'balance:%')
    .executeTakeFirstOrThrow()
  const { payments } = await list(app, admin, mia.email.toUpperCase())
  expect(payments).toMatchObject([{ id: stored.id }])
  const receipt = payments[0]?.receiptNumber ?? ''
  expect(receipt).toMatch(/^UND-/)
  const names = [
    receipt.toLowerCase(),
    stored.id,
    bought.orderId,
    bought.sessionId,
    stored.payment_intent_id,
    stored.charge_id,
    transfer.id,
    balance.fact.replace('balance:', ''),
  ]
  for (const name of names) {
    const found = await list(app, admin, name ?? '')
    expect([name, found.payments.map(({ id }) => id)]).toEqual([name, [stored.id]])
  }
  for (const name of ['UND-999999', randomUUID(), 'nobody@example.com', 'ch_unknown', '%'])
    expect(await list(app, admin, name)).toMatchObject({ payments: [], total: 0 })
})

test('the timeline of a payment has every step of it and of what is owed of it, and every entry that the ledger has booked', async () => {
  const app = await emptiedApp()
  const { ann, ben, mia, admin } = await twoOrders(app)
  const { payments } = await list(app, admin, mia.email)
  const record = await read(app, admin, payments[0]?.id ?? '')
  expect(record).toMatchObject({
    pence: 920,
    customer: { id: mia.id },
    lines: [
      { title: 'Autumn', artist: { id: ann.id }, pence: 570 },
      { title: 'Winter', artist: { id: ben.id }, pence: 350 },
    ],
  })
  const steps = record.timeline.map(({ step, person }) => (person ? `${step} ${person.id}` : step))
  expect(steps.slice(0, 2)).toEqual(['begun', 'paid'])
  expect(steps).toEqual(
    expect.arrayContaining([`transfer_owed ${ann.id}`, `transfer_owed ${ben.id}`, 'booked']),
  )
  const times = record.timeline.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())

  const shown = record.timeline.flatMap(({ entries }) =>
    entries.map(({ account, artist, pence }) => [account, artist?.id ?? null, pence]),
  )
  const booked = await app.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select(['account', 'artist_id', 'amount_pence'])
    .where('payment_id', '=', record.id)
    .orderBy('ledger_entries.id')
    .execute()
  expect(shown.length).toBeGreaterThan(4)
  expect(shown).toEqual(
    booked.map(({ account, artist_id, amount_pence }) => [account, artist_id, amount_pence]),
  )
})

test('those that need a person are listed alone, each with why', async () => {
  const app = await emptiedApp()
  const { mia, zoe, ben, admin } = await twoOrders(app)
  const needing = async (query = '') => {
    const params = new URLSearchParams({ state: 'needs_person', ...(query && { query }) })
    const response = await app.call(`GET /api/proxy/admin/orders?${params}`, { as: admin })
    const { payments, total } = response.json<List>()
    expect(total).toBe(payments.length)
    return payments.map(({ customer, needs }) => [customer.id, needs])
  }
  expect(await needing()).toEqual([])
  const paymentOf = async ({ id }: TestUser) =>
    (
      await app.db
        .selectFrom('payments')
        .select('id')
        .where('customer_id', '=', id)
        .executeTakeFirstOrThrow()
    ).id
  const [miasId, zoesId] = [await paymentOf(mia), await paymentOf(zoe)]
  await app.db
    .updateTable('transfers')
    .set({ status: 'failed', provider_id: null })
    .where('artist_id', '=', ben.id)
    .execute()
  expect(await needing()).toEqual([[mia.id, ['transfer_failed']]])
  await app.db.updateTable('transfers').set({ status: 'waiting', provider_id: null }).execute()
  expect(await needing()).toEqual([])
  const failed = {
    id: randomUUID(),
    payment_id: miasId,
    amount_pence: 10,
    cause: 'paid_twice',
    status: 'failed',
  } as const
  await app.db.insertInto('refunds').values(failed).execute()
  await app.db
    .updateTable('payments')
    .set({ problem: 'Another amount.' })
    .where('id', '=', zoesId)
    .execute()
  expect(await needing()).toEqual([
    [zoe.id, ['mismatch']],
    [mia.id, ['refund_failed']],
  ])
  await app.db.updateTable('payments').set({ problem: null }).execute()
  expect(await needing()).toEqual([[mia.id, ['refund_failed']]])
  const found = { kind: 'payment_unbooked', subject: zoesId, payment_id: zoesId }
  await app.db
    .insertInto('found_problems')
    .values({ ...found, found_at: new Date(), found_by: 'check_invariants' })
    .execute()
  const both = [
    [zoe.id, ['problem_found']],
    [mia.id, ['refund_failed']],
  ]
  expect(await needing()).toEqual(both)
  expect(await needing(mia.email)).toEqual([both[1]])
  expect(await read(app, admin, zoesId)).toMatchObject({
    problem: null,
    needs: ['problem_found'],
  })
  expect((await list(app, admin)).payments.map(({ needs }) => needs.length)).toEqual([1, 1])
})

test('there is no payment of an unknown id', async () => {
  const app = await emptiedApp()
  const admin = await createAdmin(app)
  const response = await app.call(`GET /api/proxy/admin/orders/${randomUUID()}`, { as: admin })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})
