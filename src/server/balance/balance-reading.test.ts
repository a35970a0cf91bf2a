import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown, type BalanceTransaction } from '#server/gateways/payments/payments.ts'
import type { AssignableAccount } from '#rules/payments/ledger-accounts.ts'
import { assignUnexplained } from '#server/admin/unexplained-money.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { bookAsFormerVersion } from '../../../tests/support/money/former-ledger.ts'
import {
  addedPence as added,
  expectSameBalance,
  readBalance,
} from '../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import {
  checkOut,
  createArtistWithPayouts,
  expireOpenOrders,
  ledgerOf,
  paidCart,
  pay,
} from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

/** Mia has bought a track for £5.70, and then once more, which was refunded; the artist is paid. */
async function createSales(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const open = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  await paidCart(app, mia, [track.id])
  await pay(open.url)
  await app.call(`GET /api/checkout/${open.sessionId}`, { as: mia })
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  return { artist, mia, track }
}

const left = 2 * (570 - 29) - 500 - 570

const factsOf = async (app: TestApp) =>
  (await app.db.selectFrom('ledger_transactions').select('fact').orderBy('id').execute()).map(
    ({ fact }) => fact,
  )

test('each balance transaction is booked once, and what settles moves to what is available', async () => {
  await using app = await createTestApp()
  await createSales(app)
  await readBalance(app)
  await expectSameBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ stripe_pending: left, stripe_available: added })

  await app.clock.move({ days: 3 })
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ stripe_pending: 0, stripe_available: added + left })
  await expectSameBalance(app)
  const facts = await factsOf(app)
  expect(facts.filter((fact) => fact.startsWith('available:'))).toHaveLength(2)
  const booked = await app.db
    .selectFrom('balance_transactions')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_transaction_id')
    .select(['balance_transactions.id', 'fact'])
    .execute()
  expect(booked).toHaveLength(5)
  expect(booked.map(({ fact }) => fact)).toEqual(booked.map(({ id }) => `balance:${id}`))
})

test('what the operator adds, and what leaves for the bank and arrives there, is booked', async () => {
  await using app = await createTestApp()
  await app.sandbox.control('POST topup', { pence: 5000 })
  await readBalance(app)
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 0,
    stripe_available: added + 5000,
    paid_outside: -added - 5000,
  })
  await app.sandbox.control('POST payout', {})
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({
    stripe_available: 0,
    in_transit_to_bank: added + 5000,
  })
  await app.clock.move({ days: 7 })
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 0, paid_outside: 0 })
  await expectSameBalance(app)
})

test('a database of the former version gets its balance transactions named, and nothing is booked twice', async () => {
  await using app = await createTestApp()
  await createSales(app)
  await bookAsFormerVersion(app.db)
  const before = await ledgerOf(app)
  const facts = await factsOf(app)
  expect(facts.some((fact) => fact.startsWith('balance:'))).toBe(false)
  await app.clock.move({ hours: 3 })
  await readBalance(app)
  const { stripe_pending, ...others } = before
  expect(await ledgerOf(app)).toEqual({
    ...others,
    stripe_pending,
    stripe_available: added,
    paid_outside: -added,
  })
  const named = await app.db
    .selectFrom('balance_transactions')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_transaction_id')
    .select('fact')
    .where('type', '<>', 'topup')
    .execute()
  expect(named.map(({ fact }) => fact.replace(/:.*/, '')).toSorted()).toEqual([
    'paid',
    'paid',
    'refund',
    'transfer',
  ])
  await app.clock.move({ days: 3 })
  await readBalance(app)
  await expectSameBalance(app)
})

test('a refund that the former version booked as arrived, and that comes back, is owed again', async () => {
  await using app = await createTestApp()
  await createSales(app)
  await bookAsFormerVersion(app.db)
  const { id, provider_id: refund } = await app.db
    .selectFrom('refunds')
    .selectAll()
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST refund', { refund, outcome: 'canceled' })
  await addJob(app.db, 'check_refund', { refundId: id })
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -570, stripe_pending: left + 570 })
  await readBalance(app)
  await expectSameBalance(app)
})

/** As the provider would list it, after everything else. */
function listAlso(app: TestApp, ...others: Partial<BalanceTransaction>[]) {
  const { listBalanceTransactions } = app.payments
  const also = others.map((other, at) => ({
    id: `txn_${at}`,
    type: 'stripe_fee',
    amountPence: -100,
    feePence: 0,
    currency: 'gbp',
    sourceId: null,
    description: null,
    createdAt: app.clock.now(),
    availableAt: app.clock.now(),
    ...other,
  }))
  return vi.spyOn(app.payments, 'listBalanceTransactions').mockImplementation(async (list) => {
    const page = await listBalanceTransactions(list)
    return { ...page, moved: [...(list.page === null ? also : []), ...page.moved] }
  })
}

test('account fees are the platform’s loss, and a type that is not known is unexplained, which the admins are told once', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  listAlso(
    app,
    { type: 'stripe_fee', amountPence: -200, description: 'Connect: Active Account Billing' },
    { type: 'reserve_hold', amountPence: -300, feePence: 5, description: 'Held back' },
  )
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 0,
    stripe_available: added - 505,
    paid_outside: -added,
    account_fees: 200,
    unexplained: 305,
  })
  const rows = await app.db.selectFrom('unexplained_transactions').selectAll().execute()
  expect(rows).toMatchObject([{ balance_transaction_id: 'txn_1', explained_at: null }])
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ kind, addition }) => [kind, addition])).toEqual([
    ['payment_alarm', expect.stringContaining('for a reason that the app does not know: 1.')],
  ])
})

test('a movement in another currency is told and not booked', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  listAlso(app, { currency: 'eur', type: 'stripe_fee' })
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).not.toHaveProperty('account_fees')
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toEqual([
    expect.stringContaining('has moved in eur'),
  ])
})

async function assignAll(app: TestApp, account: AssignableAccount): Promise<void> {
  const adminId = (await createAdmin(app)).id
  const rows = await app.db.selectFrom('unexplained_transactions').select('id').execute()
  for (const { id } of rows)
    await assignUnexplained(app, { id, adminId, account, note: 'By hand, I think.' })
}

test.each([
  ['nobody has assigned', 'unexplained'],
  ['an admin has assigned', 'losses'],
] as const)(
  'a transfer that no row says was made is unexplained after two hours; one that %s is explained when its row learns of it',
  async (_who, account) => {
    await using app = await createTestApp()
    const { artist } = await createSales(app)
    const { id, payment_id: paymentId } = await app.db
      .selectFrom('transfers')
      .selectAll()
      .executeTakeFirstOrThrow()
    // As if its answer had been lost.
    await sql`
    alter table ledger_transactions disable trigger user;
    alter table ledger_entries disable trigger user;
    with unknown as (
      delete from balance_transactions where type = 'transfer' returning ledger_transaction_id as id
    ), entries as (
      delete from ledger_entries using unknown where transaction_id = unknown.id
    )
    delete from ledger_transactions using unknown where ledger_transactions.id = unknown.id;
    alter table ledger_transactions enable trigger user;
    alter table ledger_entries enable trigger user;
    update transfers set status = 'blocked', provider_id = null;
    update sales set status = 'owed'`.execute(app.db)
    await readBalance(app)
    expect(await ledgerOf(app)).not.toHaveProperty('unexplained')
    await app.clock.move({ hours: 2, minutes: 1 })
    await readBalance(app)
    expect(await ledgerOf(app)).toMatchObject({ unexplained: 500, [artist.id]: -500 })
    if (account === 'losses') await assignAll(app, account)
    expect(await ledgerOf(app)).toMatchObject({ [account]: 500 })

    await addJob(app.db, 'compare_with_provider', {})
    await app.work()
    expect(await ledgerOf(app)).toMatchObject({ [account]: 0, unexplained: 0, [artist.id]: 0 })
    const transfer = await app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()
    expect(transfer).toMatchObject({ id, payment_id: paymentId, status: 'sent' })
    const [explained] = await app.db.selectFrom('unexplained_transactions').selectAll().execute()
    expect(explained).toMatchObject({ assigned_to: null, explained_at: expect.any(Date) })
  },
)

test('a run that is interrupted goes on with the page after the last one', async () => {
  await using app = await createTestApp()
  const all = Array.from({ length: 4 }, (_, at) => at)
  const moved = all.map((at): BalanceTransaction => ({
    id: `txn_${at}`,
    type: 'stripe_fee',
    amountPence: -1,
    feePence: 0,
    currency: 'gbp',
    sourceId: null,
    description: null,
    createdAt: app.clock.now(),
    availableAt: app.clock.now(),
  }))
  const list = vi.spyOn(app.payments, 'listBalanceTransactions')
  let isDown = true
  list.mockImplementation(async ({ page }) => {
    const at = page === null ? 0 : Number(page)
    if (at === 2 && isDown) throw new PaymentUnknown('no answer')
    return { moved: moved.slice(at, at + 1), nextPage: at === 3 ? null : String(at + 1) }
  })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ account_fees: 2 })
  isDown = false
  const startedAt = (await app.db.selectFrom('balance_reading').selectAll().execute())[0]
    ?.started_at
  await app.letTimePass()
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ account_fees: 4 })
  expect(list.mock.calls.map(([{ page }]) => page)).toEqual([null, '1', '2', '2', '3'])
  const [reading] = await app.db.selectFrom('balance_reading').selectAll().execute()
  expect(reading).toMatchObject({ read_until: startedAt, started_at: null, next_page: null })

  await readBalance(app)
  const overlap = new Date((startedAt?.getTime() ?? 0) - 2 * 24 * 3_600_000)
  expect(list.mock.calls.at(5)).toEqual([{ since: overlap, page: null }])
})
