// Ours without the provider's, and the provider's without ours: each difference is planted once.

import { sql, type RawBuilder } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { liveUntil } from '../../../../tests/support/commissions/lived-commissions.ts'
import { approve, createPaid, giveUp } from '../../../../tests/support/commissions/paying.ts'
import {
  createCommissionArtist,
  readStored,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { compareWithProvider as compare } from '../../../../tests/support/money/compare-with-provider.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { removeJobs } from '../../../../tests/support/queued-jobs.ts'
import { createOwedTransfer, pay, provider } from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'

type World = Awaited<ReturnType<typeof openWorld>>

/** Everything is on both sides: an order with its transfer, and commissions that are held, completed, and given back. */
async function openWorld() {
  const app = await createTestApp()
  await createOwedTransfer(app)
  const [held, completed, cancelled] = [
    await createPaid(app),
    await createPaid(app),
    await createPaid(app),
  ]
  await approve(app, completed.id)
  await giveUp(app, cancelled.id)
  // The track of the order has no recording to be rendered.
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  return {
    app,
    held,
    completed,
    cancelled,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const chargeOf = async ({ db }: TestApp, paymentId: string) => {
  const payment = db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).charge_id ?? ''
}

const accountOf = async ({ db }: TestApp, { id }: TestUser) => {
  const account = db.selectFrom('payment_accounts').selectAll().where('user_id', '=', id)
  return (await account.executeTakeFirstOrThrow()).provider_account_id
}

test('nothing differs where every payment, transfer and refund is on both sides', async () => {
  await using world = await openWorld()
  await world.app.clock.move({ minutes: 11 })
  expect(await compare(world.app)).toEqual([])
  const made = await world.app.payments.listMade(new Date(0))
  const counts = [made.charges, made.transfers, made.refunds].map(({ length }) => length)
  expect(counts).toEqual([4, 2, 1])
})

type Row = { id: string; provider_id: string | null }
const theTransfer = ({ app, completed }: World) =>
  app.db
    .selectFrom('transfers')
    .select(['id', 'provider_id'])
    .where('payment_id', '=', completed.paymentId)
    .executeTakeFirstOrThrow()
const theRefund = ({ app }: World) =>
  app.db.selectFrom('refunds').select(['id', 'provider_id']).executeTakeFirstOrThrow()

type Plant = (world: World) => Promise<RawBuilder<unknown>>
type Violation = [
  what: string,
  plant: Plant,
  found: (before: Row) => string[],
  of: 'transfer' | 'refund',
]

const owed: Violation[] = [
  [
    'a transfer of ours that the provider does not know, and its own without a row',
    async (world) =>
      sql`update transfers set provider_id = 'tr_0' where id = ${(await theTransfer(world)).id}`,
    ({ id, provider_id }) => [
      `transfer_not_at_provider: ${id}`,
      `transfer_without_row: ${provider_id}`,
    ],
    'transfer',
  ],
  [
    'a transfer of another amount',
    async (world) =>
      sql`update transfers set amount_pence = 3999 where id = ${(await theTransfer(world)).id}`,
    ({ id }) => [`transfer_not_at_provider: ${id}`],
    'transfer',
  ],
  [
    'a refund of ours that the provider does not know, and its own without a row',
    async (world) =>
      sql`update refunds set provider_id = 're_0' where id = ${(await theRefund(world)).id}`,
    ({ id, provider_id }) => [
      `refund_not_at_provider: ${id}`,
      `refund_without_row: ${provider_id}`,
    ],
    'refund',
  ],
  [
    'a refund of another amount',
    async (world) =>
      sql`update refunds set amount_pence = 4419 where id = ${(await theRefund(world)).id}`,
    ({ id }) => [`refund_not_at_provider: ${id}`],
    'refund',
  ],
]

test.each(owed)('%s is found', async (_what, plant, found, of) => {
  await using world = await openWorld()
  const before = await (of === 'transfer' ? theTransfer(world) : theRefund(world))
  await (await plant(world)).execute(world.app.db)
  await world.app.clock.move({ minutes: 9 })
  expect(await compare(world.app)).toEqual([])
  await world.app.clock.move({ minutes: 2 })
  expect(await compare(world.app)).toEqual(found(before))
})

test('a payment of ours whose charge the provider does not know is found, and its charge without a payment', async () => {
  await using world = await openWorld()
  const { paymentId: id } = world.held
  const charge = await chargeOf(world.app, id)
  await world.app.clock.move({ minutes: 11 })
  await world.app.db
    .updateTable('payments')
    .set({ charge_id: 'ch_0' })
    .where('id', '=', id)
    .execute()
  expect(await compare(world.app)).toEqual([
    `charge_without_payment: ${charge}`,
    `payment_not_at_provider: ${id}`,
  ])
})

test('what was made by hand at the provider is found: a transfer and a refund of our charge, and a payment for a commission', async () => {
  await using world = await openWorld()
  const { app, held } = world
  const charge = await chargeOf(app, held.paymentId)
  const destination = await accountOf(app, held.tom)
  const stripe = provider(app)
  const gbp = { currency: 'gbp', destination, source_transaction: charge }
  const transfer = await stripe.transfers.create({ ...gbp, amount: 100 })
  const refund = await stripe.refunds.create({ charge, amount: 200 })
  const { url } = await stripe.checkout.sessions.create(sessionOf({ commission_id: held.id }))
  await pay(url ?? '')
  await app.clock.move({ minutes: 11 })
  const unknown = (await app.payments.listMade(new Date(0))).charges[0]?.chargeId
  expect(await compare(app)).toEqual([
    `charge_without_payment: ${unknown}`,
    `refund_without_row: ${refund.id}`,
    `transfer_without_row: ${transfer.id}`,
  ])
  // Once a person has given the payment back and taken the transfer back, that is settled.
  await stripe.refunds.create({ charge: unknown ?? '' })
  await stripe.transfers.createReversal(transfer.id)
  expect(await compare(app)).toEqual([`refund_without_row: ${refund.id}`])
})

test('what a person has marked as settled at the provider is left alone', async () => {
  await using world = await openWorld()
  const { app, held } = world
  const charge = await chargeOf(app, held.paymentId)
  const destination = await accountOf(app, held.tom)
  const stripe = provider(app)
  const metadata = { settled: 'by hand' }
  await stripe.refunds.create({ charge, amount: 200, metadata })
  const gbp = { currency: 'gbp', destination, source_transaction: charge }
  await stripe.transfers.create({ ...gbp, amount: 100, metadata })
  const session = sessionOf({ commission_id: held.id, ...metadata })
  await pay((await stripe.checkout.sessions.create(session)).url ?? '')
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([])
})

function sessionOf(metadata: Record<string, string>) {
  const price_data = { currency: 'gbp', unit_amount: 900, product_data: { name: 'A song' } }
  return {
    mode: 'payment' as const,
    success_url: 'http://undersong.test',
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: { metadata },
  }
}

test('what another app has made on the same account is left alone', async () => {
  await using app = await createTestApp()
  const stripe = provider(app)
  const others: Record<string, string>[] = [
    {},
    { order_id: '17' },
    { order_id: crypto.randomUUID() },
    { song_id: crypto.randomUUID() },
  ]
  for (const metadata of others) {
    const { url } = await stripe.checkout.sessions.create(sessionOf(metadata))
    await pay(url ?? '')
  }
  const [charge] = (await stripe.charges.list()).data
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([])
})

test('a transfer that was made twice is found', async () => {
  await using world = await openWorld()
  const { app, completed } = world
  const { id: transferId } = await theTransfer(world)
  const again = await app.payments.sendTransfer({
    transferId,
    subject: { kind: 'commission', id: completed.id },
    amountPence: 400,
    toAccount: await accountOf(app, completed.tom),
    chargeId: await chargeOf(app, completed.paymentId),
    idempotencyKey: 'another key',
  })
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([`transfer_without_row: ${again.providerId}`])
})

test('a difference stops the transfers of its payment and is told the admins once, until it is settled, however long that takes', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const admin = await createAdmin(app)
  const parties = { customer: await createUser(app), artist: await createCommissionArtist(app) }
  const id = await liveUntil(app, parties, 'delivered')
  const paymentId = (await readStored(app, id)).payment_id ?? ''
  const charge = await chargeOf(app, paymentId)
  const setCharge = (charge_id: string) =>
    app.db.updateTable('payments').set({ charge_id }).where('id', '=', paymentId).execute()
  await setCharge('ch_0')
  await app.clock.move({ minutes: 11 })
  const found = [`charge_without_payment: ${charge}`, `payment_not_at_provider: ${paymentId}`]
  expect(await compare(app)).toEqual(found)
  // Out of the usual period.
  await app.clock.move({ days: 4 })
  expect(await compare(app)).toEqual(found)
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toEqual([
    expect.stringContaining(`payment_not_at_provider ${paymentId}. The transfers of these`),
  ])
  expect((await app.call('GET /readyz')).json()).toMatchObject({
    impaired: ['charge_without_payment', 'payment_not_at_provider'],
  })
  await setCharge(charge)
  // The check of the rows leaves what this one has found.
  await addJob(app.db, 'check_invariants', {})
  const confirmed = await app.call(`POST /api/commissions/${id}/confirm`, {
    as: parties.customer,
    send: { action: 'approve' },
  })
  expect(confirmed.statusCode).toBe(200)
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending' })
  expect(await compare(app)).toEqual([])
  await app.clock.move({ minutes: 10 })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
})

test('while the provider does not respond nothing is found, and nothing forgotten', async () => {
  await using world = await openWorld()
  const { app } = world
  const { id } = await theTransfer(world)
  await app.db.updateTable('transfers').set({ amount_pence: 3999 }).where('id', '=', id).execute()
  await app.clock.move({ minutes: 11 })
  const found = [`transfer_not_at_provider: ${id}`]
  expect(await compare(app)).toEqual(found)
  await app.db.updateTable('transfers').set({ amount_pence: 4000 }).where('id', '=', id).execute()
  const list = vi.spyOn(app.payments, 'listMade').mockRejectedValue(new PaymentUnknown('no answer'))
  expect(await compare(app)).toEqual(found)
  list.mockRestore()
  expect(await compare(app)).toEqual([])
})
