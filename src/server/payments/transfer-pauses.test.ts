import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  createOwedTransfer,
  deliverThin,
  failNextRequest,
  provider,
} from '../../../tests/support/shopping.ts'

const day = 24 * 3_600_000

const theTransfer = (app: TestApp) =>
  app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()

const setAccount = (app: TestApp, id: string) =>
  app.db.updateTable('payment_accounts').set({ provider_account_id: id }).execute()

async function reconcile(app: TestApp): Promise<void> {
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
}

async function expectSentOnce(app: TestApp, orderId: string) {
  expect(await theTransfer(app)).toMatchObject({ status: 'sent' })
  const { data } = await provider(app).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data.map(({ amount }) => amount)).toEqual([500])
  expect(await moneyProblems(app)).toEqual([])
}

test('the reconciliation does not shorten the delay after a failed transfer', async () => {
  await using app = await createTestApp()
  await createOwedTransfer(app)
  await setAccount(app, 'acct_gone')
  await app.work()
  await app.db
    .updateTable('transfers')
    .set({ created_at: new Date(Date.now() - day) })
    .execute()
  for (let run = 0; run < 5; run++) await reconcile(app)
  const transfer = await theTransfer(app)
  expect(transfer).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(transfer.due_at.getTime()).toBeGreaterThan(Date.now())
})

test('a transfer whose job was lost is sent by the reconciliation once it is due', async () => {
  await using app = await createTestApp()
  const { orderId } = await createOwedTransfer(app)
  await removeJobs(app.db)
  await reconcile(app)
  expect(await theTransfer(app)).toMatchObject({ status: 'waiting', attempts: 0 })
  await app.db
    .updateTable('transfers')
    .set({ due_at: new Date(Date.now() - 120_000) })
    .execute()
  await reconcile(app)
  await expectSentOnce(app, orderId)
})

test('an outage of any length ends in one transfer, under the key it began with', async () => {
  await using app = await createTestApp()
  const { orderId } = await createOwedTransfer(app)
  const { sendTransfer } = app.payments
  const keys = new Set<string>()
  app.payments.sendTransfer = async (transfer) => {
    // The first transfer is made, but its response is lost.
    if (keys.size === 0) await sendTransfer(transfer)
    keys.add(transfer.idempotencyKey)
    throw new PaymentUnknown('no answer')
  }
  for (let attempts = 0; attempts < 40; attempts++) {
    await app.work()
    await app.letTimePass()
  }
  const transfer = await theTransfer(app)
  expect(transfer).toMatchObject({ status: 'waiting', key_number: 1, attempts: 40 })
  expect(transfer.due_at.getTime() - Date.now()).toBeLessThanOrEqual(day)
  expect(keys.size).toBe(1)

  app.payments.sendTransfer = sendTransfer
  await app.work()
  await expectSentOnce(app, orderId)
})

test.each(['stored-500', 'done-stored-500'] as const)(
  'an error that the provider stores and repeats (%s) ends in one transfer, after the first delay',
  async (how) => {
    await using app = await createTestApp()
    const { orderId } = await createOwedTransfer(app)
    await failNextRequest(app, how, '/v1/transfers')
    await app.work()
    const transfer = await theTransfer(app)
    expect(transfer).toMatchObject({ status: 'waiting', key_number: 2, refusals: 0 })
    expect(transfer.due_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    await app.letTimePass()
    await app.work()
    await expectSentOnce(app, orderId)
  },
)

test('the log has every refused transfer, and the one that needs the operator', async () => {
  await using app = await createTestApp()
  const { artist, orderId } = await createOwedTransfer(app)
  await setAccount(app, 'acct_gone')
  // The track has no recording to be rendered.
  await removeJobs(app.db, 'make_rendition')
  const error = vi.spyOn(app.http.log, 'error')
  const { id: transfer } = await theTransfer(app)
  const ids = { transfer, order: orderId, artist: artist.id, account: 'acct_gone' }
  const why = expect.objectContaining({ code: 'resource_missing' })
  await app.work()
  expect(error.mock.calls).toEqual([[{ ...ids, err: why, refusals: 1 }, 'a transfer was refused']])

  await app.db.updateTable('transfers').set({ refusals: 18 }).execute()
  await app.letTimePass()
  await app.work()
  expect(error.mock.lastCall).toEqual([
    { ...ids, err: why, refusals: 19 },
    'a transfer has failed: it needs a person',
  ])
})

test('after a long outage a refusal counts as one refusal only', async () => {
  await using app = await createTestApp()
  await createOwedTransfer(app)
  await app.db.updateTable('transfers').set({ attempts: 40 }).execute()
  await setAccount(app, 'acct_gone')
  await app.work()
  expect(await theTransfer(app)).toMatchObject({ status: 'waiting', refusals: 1 })
})

test.each(['an event', 'the dashboard'] as const)(
  'a failed transfer is sent when its account is ready again, detected by %s',
  async (how) => {
    await using app = await createTestApp()
    const { artist, orderId, accountId } = await createOwedTransfer(app)
    await setAccount(app, 'acct_gone')
    for (let attempts = 0; attempts < 19; attempts++) {
      await app.work()
      await app.letTimePass()
    }
    expect(await theTransfer(app)).toMatchObject({ status: 'failed' })

    await setAccount(app, accountId)
    for (const pending of [true, false]) {
      await app.sandbox.control('POST verification', { account: accountId, pending })
      if (how === 'an event') await deliverThin(app, accountId)
      else await app.call('GET /api/artist/payment-setup', { as: artist })
      await app.work()
    }
    await app.work()
    await expectSentOnce(app, orderId)
  },
)

test.each(['an event', 'the dashboard', 'the daily check'] as const)(
  'an account that is as ready as before resets no refusals (%s)',
  async (how) => {
    await using app = await createTestApp()
    const { artist, accountId } = await createOwedTransfer(app)
    await removeJobs(app.db)
    await app.db.updateTable('transfers').set({ status: 'failed', refusals: 19 }).execute()
    const before = await theTransfer(app)
    if (how === 'an event') await deliverThin(app, accountId)
    else if (how === 'the dashboard')
      await app.call('GET /api/artist/payment-setup', { as: artist })
    else await addJob(app.db, 'check_blocked_accounts', {})
    await app.work()
    expect(await theTransfer(app)).toEqual(before)
  },
)

test.each([
  { status: 'blocked', refusals: 0 },
  { status: 'failed', refusals: 19 },
] as const)(
  'the daily check sends a $status transfer because no event told that the account is ready',
  async (before) => {
    await using app = await createTestApp()
    const { orderId, accountId } = await createOwedTransfer(app)
    await removeJobs(app.db)
    await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
    await app.db.updateTable('transfers').set(before).execute()
    // Nothing is owed to this artist: the account is not fetched.
    await createArtistWithPayouts(app)
    const find = vi.spyOn(app.payments, 'findReadiness')
    await addJob(app.db, 'check_blocked_accounts', {})
    await app.work()
    await app.work()
    // Once by the check, and once more as the payment has arrived there.
    expect(new Set(find.mock.calls.flat())).toEqual(new Set([accountId]))
    await expectSentOnce(app, orderId)
  },
)

test('while the provider does not accept our key nothing is given up, and the admins are told once a day', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { orderId } = await createOwedTransfer(app)
  const { sendTransfer } = app.payments
  app.payments.sendTransfer = openStripePayments({
    secretKey: 'sk_test_revoked',
    webhookSecret: '',
    thinWebhookSecret: '',
    apiUrl: app.sandbox.url,
  }).sendTransfer
  for (let attempts = 0; attempts < 3; attempts++) {
    await app.work()
    await app.letTimePass()
  }
  expect(await theTransfer(app)).toMatchObject({ status: 'waiting', key_number: 1, refusals: 0 })
  const told = app.db.selectFrom('notifications').selectAll().where('user_id', '=', admin.id)
  expect(await told.execute()).toMatchObject([
    { kind: 'payment_alarm', details: { reason: expect.stringContaining('secret key (401)') } },
  ])
  app.payments.sendTransfer = sendTransfer
  await app.work()
  await expectSentOnce(app, orderId)
})

test('a failed transfer that is refused once more is retried for two weeks again', async () => {
  await using app = await createTestApp()
  const { artist } = await createOwedTransfer(app)
  await app.db
    .updateTable('transfers')
    .set({ status: 'failed', refusals: 19, key_number: 20 })
    .execute()
  await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
  const { sendTransfer } = app.payments
  app.payments.sendTransfer = (transfer) => sendTransfer({ ...transfer, toAccount: 'acct_gone' })
  await app.call('GET /api/artist/payment-setup', { as: artist })
  await app.work()
  expect(await theTransfer(app)).toMatchObject({ status: 'waiting', refusals: 1, key_number: 21 })
})
