// An artist's account whose response was lost is found among all accounts at the provider, however many there are.

import { expect, onTestFinished, test, vi } from 'vitest'
import { accountParams } from '#server/gateways/payments/stripe-accounts.ts'
import { provider } from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'

const click = (app: TestApp, as: TestUser) =>
  app.call('POST /api/artist/payment-setup', { as, send: {} })

const searches = (app: TestApp) => app.db.selectFrom('account_searches').selectAll().execute()

const storedAccounts = async (app: TestApp) =>
  (await app.db.selectFrom('payment_accounts').selectAll().execute()).map((account) => ({
    userId: account.user_id,
    accountId: account.provider_account_id,
  }))

async function openOtherAccounts(app: TestApp, count: number) {
  const { accounts } = provider(app).v2.core
  for (let opened = 0; opened < count; opened += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        accounts.create(accountParams('other@example.com', { user_id: `other-${opened + at}` })),
      ),
    )
}

/** The response was lost, the artist's email has changed since, and then others have opened accounts. */
async function loseAccount(app: TestApp, { id: userId }: TestUser, others: number) {
  const idempotencyKey = `acct:${userId}`
  const lost = await app.payments.openAccount({ userId, email: 'former@a.test', idempotencyKey })
  await openOtherAccounts(app, others)
  return lost
}

/** Each page takes so long. Returns what was asked for. */
function slowDown(app: TestApp, pageMs: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { searchAccounts } = app.payments
  const pages: string[] = []
  app.payments.searchAccounts = (search) => {
    pages.push(`${search.userId} ${search.page}`)
    vi.advanceTimersByTime(pageMs)
    return searchAccounts(search)
  }
  return pages
}

test('a lost account is found among hundreds, in a few attempts that read no page twice', async () => {
  await using app = await createTestApp()
  const [rosa, tom] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const lost = await loseAccount(app, rosa, 300)
  const pages = slowDown(app, 4_000)
  // Sixteen pages of twenty, four in fifteen seconds.
  for (const read of [4, 8, 12]) {
    expect((await click(app, rosa)).json()).toMatchObject({ code: 'payment_setup_unavailable' })
    expect(pages).toHaveLength(read)
    expect(await searches(app)).toMatchObject([{ user_id: rosa.id, key_number: 1 }])
    // The search is Rosa's alone. A new account stands at the head of the list.
    expect((await click(app, tom)).statusCode).toBe(200)
  }
  expect((await click(app, rosa)).statusCode).toBe(200)
  expect(pages).toHaveLength(16)
  expect(new Set(pages).size).toBe(16)
  expect(await storedAccounts(app)).toContainEqual({ userId: rosa.id, accountId: lost })
  expect(await searches(app)).toEqual([])
})

test('when the list has no account of the artist, the next key opens one, and the search is forgotten', async () => {
  await using app = await createTestApp()
  const rosa = await createUser(app, { role: 'artist' })
  await provider(app).v2.core.accounts.close(await loseAccount(app, rosa, 40))
  const pages = slowDown(app, 20_000)
  const keys = vi.spyOn(app.payments, 'openAccount')
  const statuses = []
  for (let clicks = 0; clicks < 2; clicks++) statuses.push((await click(app, rosa)).statusCode)
  expect(statuses).toEqual([502, 200])
  expect(pages).toHaveLength(2)
  // While the search goes on, no key is used: a key that the provider has forgotten would open a second account.
  expect(keys.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).toEqual([
    `acct:${rosa.id}`,
    `acct:${rosa.id}:a2`,
  ])
  expect(await storedAccounts(app)).toMatchObject([{ userId: rosa.id }])
  expect(await searches(app)).toEqual([])
})

test('a search whose page the provider does not know any more begins again', async () => {
  await using app = await createTestApp()
  const rosa = await createUser(app, { role: 'artist' })
  const lost = await loseAccount(app, rosa, 20)
  const next_page = '/v2/core/accounts?limit=20&page=acct_gone'
  await app.db
    .insertInto('account_searches')
    .values({ user_id: rosa.id, key_number: 1, next_page })
    .execute()
  expect((await click(app, rosa)).json()).toMatchObject({ code: 'payment_setup_unavailable' })
  expect(await searches(app)).toMatchObject([{ next_page: null }])
  expect((await click(app, rosa)).statusCode).toBe(200)
  expect(await storedAccounts(app)).toEqual([{ userId: rosa.id, accountId: lost }])
})

test('an account that is deleted while it is opened leaves no search', async () => {
  await using app = await createTestApp()
  const rosa = await createUser(app, { role: 'artist' })
  await loseAccount(app, rosa, 0)
  const { openAccount } = app.payments
  app.payments.openAccount = async (account) => {
    const send = { password: 'sing it to me' }
    await app.call('POST /api/account/deletion', { as: rosa, send })
    return openAccount(account)
  }
  expect((await click(app, rosa)).json()).toMatchObject({ code: 'login_required' })
  expect(await searches(app)).toEqual([])
})
