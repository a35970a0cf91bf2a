import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { finishOnboarding } from '../../../sandbox/pay-as-customer.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  createOwedTransfer,
  deliverThin,
  failNextRequest,
  provider,
} from '../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const setup = (app: TestApp, as: Awaited<ReturnType<typeof createUser>>) =>
  app.call('GET /api/artist/payment-setup', { as })

test('an artist completes the set-up, and the server fetches its state from the provider', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  expect((await setup(app, artist)).json()).toMatchObject({ state: 'not_started', todo: [] })

  const first = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const half = (await setup(app, artist)).json<{ state: string; todo: string[] }>()
  expect(half.state).toBe('incomplete')
  expect(half.todo).toContain('A bank account to be paid to')

  const back = await finishOnboarding(first.json<{ url: string }>().url)
  expect(back).toBe('http://undersong.test/artist-dashboard?setup=returned')
  expect((await setup(app, artist)).json()).toMatchObject({ state: 'ready', todo: [] })
})

test("an artist's pages are rendered again only when their Buy buttons appear or disappear", async () => {
  const pageCache = openPageCache()
  await using app = await createTestApp({ pageCache })
  const artist = await createArtistWithPayouts(app)
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const pages = ['/', '/tracks', `/tracks/${id}`]
  const rendered = async () => {
    const responses = pages.map((path) =>
      pageCache.read(
        path,
        // A page names the artists that it shows in its body.
        async () => cachePage({ status: 200, headers: [], body: artist.id }),
        () => {},
      ),
    )
    return (await Promise.all(responses)).map(({ from }) => from)
  }
  await app.eventsArrived()
  await rendered()
  await setup(app, artist)
  await app.eventsArrived()
  expect(await rendered()).toEqual(['cache', 'cache', 'cache'])

  // As it was before the provider reported the account as ready.
  await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
  await setup(app, artist)
  await app.eventsArrived()
  expect(await rendered()).toEqual(['render', 'render', 'render'])
})

test("an event about another app's account makes no call to the provider", async () => {
  await using app = await createTestApp()
  const findReadiness = vi.spyOn(app.payments, 'findReadiness')
  await deliverThin(app, 'acct_of_another_shop')
  await app.work()
  expect(findReadiness).not.toHaveBeenCalled()
  const { rows } = await sql`select from graphile_worker.jobs`.execute(app.db)
  expect(rows).toEqual([])
})

test("while the provider checks an artist's details the set-up is incomplete and nothing is sold", async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST verification', { account, pending: true })
  expect((await setup(app, artist)).json()).toEqual({
    state: 'incomplete',
    isBankUnusable: false,
    todo: ['The card provider is checking your details'],
  })
  await expect(checkOut(app, mia, [track.id])).rejects.toThrow('cart_changed')

  await app.sandbox.control('POST verification', { account, pending: false })
  await deliverThin(app, account)
  await app.work()
  expect((await checkOut(app, mia, [track.id])).url).toMatch(/^http/)
})

test('ten clicks at once open one account', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  await Promise.all(
    Array.from({ length: 10 }, () =>
      app.call('POST /api/artist/payment-setup', { as: artist, send: {} }),
    ),
  )
  const accounts = await app.db.selectFrom('payment_accounts').selectAll().execute()
  const opened = await provider(app).v2.core.accounts.list()
  expect(opened.data.map(({ id }) => id)).toEqual(
    accounts.map((account) => account.provider_account_id),
  )
  expect(accounts).toHaveLength(1)
})

test('after an error of the provider the artist can open one account', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  await failNextRequest(app, 'stored-500', '/v2/core/accounts')
  await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const response = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(response.statusCode).toBe(200)
  expect(await accountsOf(app, artist.id)).toHaveLength(1)
})

test("an account whose response was lost is found, even if the artist's email has changed", async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  // As if the process had crashed between the provider's response and the INSERT.
  const opened = await app.payments.openAccount({
    userId: artist.id,
    email: 'former@example.com',
    idempotencyKey: `acct:${artist.id}`,
  })
  const response = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(response.statusCode).toBe(200)
  const account = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  expect(account.provider_account_id).toBe(opened)
  expect(await accountsOf(app, artist.id)).toEqual([opened])
})

test.each([
  ['accounts_v2', 'Accounts v2 is not enabled'],
  ['profile', 'The platform profile has not been submitted'],
  ['liability', 'The responsibility for losses has not been acknowledged'],
])(
  'an incomplete platform set-up (%s) is not reported as an outage, and the log says what to do',
  async (gap, advice) => {
    await using app = await createTestApp()
    const artist = await createUser(app, { role: 'artist' })
    await app.sandbox.control('POST platform', { missing: [gap] })
    const lines: string[] = []
    vi.spyOn(app.http.log, 'child').mockImplementation(() => app.http.log)
    vi.spyOn(app.http.log, 'error').mockImplementation((...line: unknown[]) => {
      const [{ err }, code] = line as [{ err: Error }, string]
      lines.push(`${code}: ${err.message}`)
    })
    const response = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
    expect([response.statusCode, response.json().code]).toEqual([503, 'payment_setup_not_open'])
    expect(lines).toEqual([expect.stringContaining(`payment_setup_not_open: ${advice}`)])

    await app.sandbox.control('POST platform', { missing: [] })
    const later = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
    expect(later.statusCode).toBe(200)
  },
)

test('an artist whose email the provider refuses gets payment_setup_email', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const email = `${'r'.repeat(65)}@example.com`
  await app.db.updateTable('users').set({ email }).where('id', '=', artist.id).execute()
  const response = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect([response.statusCode, response.json().code]).toEqual([409, 'payment_setup_email'])
})

test('an account closed at the provider is not reused: a new one is opened', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const opened = await app.payments.openAccount({
    userId: artist.id,
    email: 'former@example.com',
    idempotencyKey: `acct:${artist.id}`,
  })
  await provider(app).v2.core.accounts.close(opened)
  const response = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(response.statusCode).toBe(200)
  expect(await accountsOf(app, artist.id)).toHaveLength(1)
})

async function accountsOf(app: TestApp, artistId: string): Promise<string[]> {
  const found: string[] = []
  for await (const { id, metadata } of provider(app).v2.core.accounts.list({ limit: 20 })) {
    if (metadata?.['user_id'] === artistId) found.push(id)
  }
  return found
}

test('customers have no payment set-up', async () => {
  const app = await sharedApp()
  const customer = await createUser(app)
  const response = await setup(app, customer)
  expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
})

const transfers = (app: TestApp) => app.db.selectFrom('transfers').selectAll().execute()

test('a refused transfer is retried later under a new key, and sent once', async () => {
  await using app = await createTestApp()
  const { artist, orderId } = await createOwedTransfer(app)
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('payment_accounts').set({ provider_account_id: 'acct_gone' }).execute()
  await app.work()
  expect(await transfers(app)).toMatchObject([
    {
      status: 'waiting',
      key_number: 2,
      attempts: 1,
      last_problem: expect.stringMatching(/acct_gone|account/i),
    },
  ])

  await app.db.updateTable('payment_accounts').set({ provider_account_id: account }).execute()
  await app.letTimePass()
  await app.work()
  expect(await transfers(app)).toMatchObject([{ status: 'sent', key_number: 2 }])
  const { data } = await provider(app).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data.map(({ amount, destination }) => [amount, destination])).toEqual([[500, account]])
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that never succeeds has failed in the end, with its reason stored for the operator', async () => {
  await using app = await createTestApp()
  await createOwedTransfer(app)
  await app.db.updateTable('payment_accounts').set({ provider_account_id: 'acct_gone' }).execute()
  for (let attempts = 0; attempts < 19; attempts++) {
    await app.work()
    await app.letTimePass()
  }
  expect(await transfers(app)).toMatchObject([
    { status: 'failed', attempts: 19, last_problem: expect.any(String) },
  ])
})

test('a transfer that was not recorded is found, not sent again', async () => {
  await using app = await createTestApp()
  const { orderId } = await createOwedTransfer(app)
  const [owed] = await transfers(app)
  const payment = await app.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const account = await app.db.selectFrom('payment_accounts').selectAll().executeTakeFirstOrThrow()
  // As if the process had crashed between the provider's response and the UPDATE, and the key had expired since.
  const { providerId } = await app.payments.sendTransfer({
    transferId: owed?.id ?? '',
    subject: { kind: 'order', id: orderId },
    amountPence: 500,
    toAccount: account.provider_account_id,
    chargeId: payment.charge_id ?? '',
    idempotencyKey: 'a key long forgotten',
  })
  await app.db
    .updateTable('transfers')
    .set({ key_used_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  await app.work()

  expect(await transfers(app)).toMatchObject([{ status: 'sent', provider_id: providerId }])
  const { data } = await provider(app).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data).toHaveLength(1)
  expect(await moneyProblems(app)).toEqual([])
})
