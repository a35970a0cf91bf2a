import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { finishOnboarding } from '../../../sandbox/pay-as-customer.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  deliverThin,
  nextAnswerIs,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

const setup = (scene: Scene, as: Awaited<ReturnType<typeof aPerson>>) =>
  scene.call('GET /api/artist/payment-setup', { as })

test('an artist walks through the set-up, and the shop asks the provider how far it is', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  expect((await setup(scene, artist)).json()).toEqual({ state: 'not_started', todo: [] })

  const first = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const half = (await setup(scene, artist)).json<{ state: string; todo: string[] }>()
  expect(half.state).toBe('incomplete')
  expect(half.todo).toContain('A bank account to be paid to')

  const back = await finishOnboarding(first.json<{ url: string }>().url)
  expect(back).toBe('http://undersong.test/artist-dashboard?setup=returned')
  expect((await setup(scene, artist)).json()).toEqual({ state: 'ready', todo: [] })
})

test("an artist's pages are rendered anew when the buttons to buy come or go, and only then", async () => {
  const pageCache = openPageCache()
  await using scene = await openScene({ pageCache })
  const artist = await aPayableArtist(scene)
  const { id } = await aTrack(scene.db, { artistId: artist.id })
  const pages = ['/', '/tracks', `/tracks/${id}`]
  const rendered = async () => {
    const answers = pages.map((path) =>
      pageCache.read(
        path,
        async () => cachePage({ status: 200, headers: [], body: '' }),
        () => {},
      ),
    )
    return (await Promise.all(answers)).map(({ from }) => from)
  }
  await rendered()
  await setup(scene, artist)
  expect(await rendered()).toEqual(['cache', 'cache', 'cache'])

  // As it was before the provider's word.
  await scene.db.updateTable('payout_accounts').set({ ready: false }).execute()
  await setup(scene, artist)
  expect(await rendered()).toEqual(['render', 'render', 'render'])
})

test("an event about another shop's account asks the provider nothing", async () => {
  await using scene = await openScene()
  const asked = vi.spyOn(scene.payments, 'findReadiness')
  await deliverThin(scene, 'acct_of_another_shop')
  await scene.work()
  expect(asked).not.toHaveBeenCalled()
  const { rows } = await sql`select from graphile_worker.jobs`.execute(scene.db)
  expect(rows).toEqual([])
})

test('an artist whose details the provider looks at is told so, and sells nothing meanwhile', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const { provider_account_id: account } = await scene.db
    .selectFrom('payout_accounts')
    .selectAll()
    .executeTakeFirstOrThrow()
  await scene.sandbox.control('POST verification', { account, underWay: true })
  expect((await setup(scene, artist)).json()).toEqual({
    state: 'incomplete',
    todo: ['The card provider is checking your details'],
  })
  await expect(checkOut(scene, mia, [track.id])).rejects.toThrow('cart_changed')

  await scene.sandbox.control('POST verification', { account, underWay: false })
  await deliverThin(scene, account)
  await scene.work()
  expect((await checkOut(scene, mia, [track.id])).url).toMatch(/^http/)
})

test('ten clicks at once open one account', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  await Promise.all(
    Array.from({ length: 10 }, () =>
      scene.call('POST /api/artist/payment-setup', { as: artist, send: {} }),
    ),
  )
  const accounts = await scene.db.selectFrom('payout_accounts').selectAll().execute()
  const opened = await provider(scene).v2.core.accounts.list()
  expect(opened.data.map(({ id }) => id)).toEqual(
    accounts.map((account) => account.provider_account_id),
  )
  expect(accounts).toHaveLength(1)
})

test('a failure of the provider keeps no artist from opening one account', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  await nextAnswerIs(scene, 'stored-500', '/v2/core/accounts')
  await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const answer = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(answer.statusCode).toBe(200)
  expect(await accountsOf(scene, artist.id)).toHaveLength(1)
})

test('an account nobody heard of is found again, though the artist has another email since', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  // As if the process had died between the provider's answer and our own row.
  const opened = await scene.payments.openPayoutAccount({
    userId: artist.id,
    email: 'former@example.com',
  })
  const answer = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(answer.statusCode).toBe(200)
  const account = await scene.db.selectFrom('payout_accounts').selectAll().executeTakeFirstOrThrow()
  expect(account.provider_account_id).toBe(opened)
  expect(await accountsOf(scene, artist.id)).toEqual([opened])
})

test.each([
  ['accounts_v2', 'Accounts v2 is not enabled'],
  ['profile', 'The platform profile has not been submitted'],
  ['liability', 'The responsibility for losses has not been acknowledged'],
])(
  'what the operator left undone (%s) is no outage to the artist, and the log says what to do',
  async (gap, advice) => {
    await using scene = await openScene()
    const artist = await aPerson(scene, { role: 'artist' })
    await scene.sandbox.control('POST platform', { missing: [gap] })
    const lines: string[] = []
    vi.spyOn(scene.http.log, 'child').mockImplementation(() => scene.http.log)
    vi.spyOn(scene.http.log, 'error').mockImplementation((...line: unknown[]) => {
      const [{ err }, code] = line as [{ err: Error }, string]
      lines.push(`${code}: ${err.message}`)
    })
    const answer = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'payment_setup_not_open'])
    expect(lines).toEqual([expect.stringContaining(`payment_setup_not_open: ${advice}`)])

    await scene.sandbox.control('POST platform', { missing: [] })
    const later = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
    expect(later.statusCode).toBe(200)
  },
)

test('an artist whose address the provider does not take is told so', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  const email = `${'r'.repeat(65)}@example.com`
  await scene.db.updateTable('users').set({ email }).where('id', '=', artist.id).execute()
  const answer = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_setup_email'])
})

test('an account closed at the provider is not found again: a new one is opened', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  const former = { userId: artist.id, email: 'former@example.com' }
  const opened = await scene.payments.openPayoutAccount(former)
  await provider(scene).v2.core.accounts.close(opened)
  const answer = await scene.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(answer.statusCode).toBe(200)
  expect(await accountsOf(scene, artist.id)).toHaveLength(1)
})

async function accountsOf(scene: Scene, artistId: string): Promise<string[]> {
  const found: string[] = []
  for await (const { id, metadata } of provider(scene).v2.core.accounts.list({ limit: 20 })) {
    if (metadata?.['user_id'] === artistId) found.push(id)
  }
  return found
}

test('customers have no payment set-up', async () => {
  await using scene = await openScene()
  const customer = await aPerson(scene)
  const answer = await setup(scene, customer)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
})

async function anOwedPayout(scene: Scene) {
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const { url, sessionId, orderId } = await checkOut(scene, mia, [track.id])
  await pay(url)
  await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  return { artist, orderId }
}

const payouts = (scene: Scene) => scene.db.selectFrom('payouts').selectAll().execute()

test('a refused transfer is tried again later under a new key, and made once', async () => {
  await using scene = await openScene()
  const { artist, orderId } = await anOwedPayout(scene)
  const { provider_account_id: account } = await scene.db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await scene.db.updateTable('payout_accounts').set({ provider_account_id: 'acct_gone' }).execute()
  await scene.work()
  expect(await payouts(scene)).toMatchObject([
    {
      status: 'waiting',
      attempt: 2,
      tries: 1,
      last_problem: expect.stringMatching(/acct_gone|account/i),
    },
  ])

  await scene.db.updateTable('payout_accounts').set({ provider_account_id: account }).execute()
  await scene.letTimePass()
  await scene.work()
  expect(await payouts(scene)).toMatchObject([{ status: 'sent', attempt: 2 }])
  const { data } = await provider(scene).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data.map(({ amount, destination }) => [amount, destination])).toEqual([[500, account]])
  expect(await moneyProblems(scene)).toEqual([])
})

test('a payout that never succeeds ends stuck, with its reason, for an admin to see', async () => {
  await using scene = await openScene()
  await anOwedPayout(scene)
  await scene.db.updateTable('payout_accounts').set({ provider_account_id: 'acct_gone' }).execute()
  for (let tries = 0; tries < 19; tries++) {
    await scene.work()
    await scene.letTimePass()
  }
  expect(await payouts(scene)).toMatchObject([
    { status: 'stuck', tries: 19, last_problem: expect.any(String) },
  ])
})

test('a transfer whose row was never told is found, not made again', async () => {
  await using scene = await openScene()
  const { orderId } = await anOwedPayout(scene)
  const [owed] = await payouts(scene)
  const order = await scene.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const account = await scene.db.selectFrom('payout_accounts').selectAll().executeTakeFirstOrThrow()
  // As if the process had died between the provider's answer and our own row, and the key had been forgotten since.
  const transferId = await scene.payments.sendTransfer({
    payoutId: owed?.id ?? '',
    orderId,
    amountPence: 500,
    toAccount: account.provider_account_id,
    chargeId: order.charge_id ?? '',
    idempotencyKey: 'a key long forgotten',
  })
  await scene.db
    .updateTable('payouts')
    .set({ attempt_started_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  await scene.work()

  expect(await payouts(scene)).toMatchObject([{ status: 'sent', transfer_id: transferId }])
  const { data } = await provider(scene).transfers.list({ transfer_group: `order_${orderId}` })
  expect(data).toHaveLength(1)
  expect(await moneyProblems(scene)).toEqual([])
})
