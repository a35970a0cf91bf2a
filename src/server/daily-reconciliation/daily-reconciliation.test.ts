import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { findVerified } from '#server/ledger/verified-ledger.ts'
import { failpointNames } from '#server/clock-and-failpoints/failpoints.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import {
  createTradingDay,
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { dayAfter, dayOf, startOf } from './reconciliation-runs.ts'

const emptyApp = emptiedTestApp()

async function daysOf({ db }: TestApp) {
  const { rows } = await sql<{ day: string; opening: number; closing: number; sums: object }>`
    select
      day::text, opening_pence::int as opening, closing_pence::int as closing,
      (
        select coalesce(jsonb_object_agg(type, jsonb_build_array(sums.transactions, amount_pence, fee_pence)), '{}')
        from reconciled_sums as sums where sums.day = reconciled_days.day
      ) as sums
    from reconciled_days order by day
  `.execute(db)
  return rows
}

const added = 100_000
const fees = 29 + 2 * 25

test('a day without a difference is closed with the balance before, the sums by type and the balance after, which is that of the provider', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const day = await untilNight(app)
  await reconcile(app)
  expect(await differencesOf(app)).toEqual([])
  const closing = added + 570 + 2 * 350 - fees - 500 - 300 - 350
  expect(await daysOf(app)).toEqual([
    {
      day,
      opening: 0,
      closing,
      sums: {
        topup: [1, added, 0],
        charge: [3, 1270, fees],
        transfer: [2, -800, 0],
        refund: [1, -350, 0],
      },
    },
  ])
  await readBalance(app)
  await expectSameBalance(app)

  // The next day begins with it.
  const next = await untilNight(app)
  await reconcile(app)
  expect(await daysOf(app)).toMatchObject([
    { day },
    { day: next, opening: closing, closing, sums: {} },
  ])
  expect(await app.db.selectFrom('reconciliation_runs').select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('provider_records').select('id').execute()).toEqual([])
})

test('a closed day stays as it is: what arrives later for it is booked and counted on the next one, and is late', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const day = await untilNight(app)
  await reconcile(app)
  const closed = await daysOf(app)
  // The provider lists a movement of the evening only now.
  const late = await lateTopUp(app, day)
  const next = await untilNight(app)
  await reconcile(app)
  expect(await openKinds(app)).toEqual([])
  const days = await daysOf(app)
  expect(days).toEqual([
    ...closed,
    expect.objectContaining({ day: next, sums: { topup: [1, 777, 0] } }),
  ])
  const { rows } = await sql`
    select id, counted_on::text as day from balance_transactions
    where counted_on > (created_at at time zone 'UTC')::date
  `.execute(app.db)
  expect(rows).toEqual([{ id: late, day: next }])
  for (const change of [
    sql`update reconciled_days set closing_pence = 0`,
    sql`delete from reconciled_sums`,
    sql`update balance_transactions set amount_pence = 1 where id = ${late}`,
    sql`delete from balance_transactions where id = ${late}`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow(/append-only|is counted on a day/)
  await sql`update balance_transactions set is_available = true where id = ${late}`.execute(app.db)
})

test('what becomes known after a night has closed its day and failed is late as well', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const day = await untilNight(app)
  const failed = app.failpoints.arm('after day.close', 'throw')
  await reconcile(app)
  await failed
  const closed = await daysOf(app)
  expect(closed.map((one) => one.day)).toEqual([day])
  await lateTopUp(app, day)
  await readBalance(app)
  await app.letTimePass()
  await app.work()
  expect(await runsOf(app)).toEqual([])
  const next = await untilNight(app)
  await reconcile(app)
  expect(await openKinds(app)).toEqual([])
  const sums = { topup: [1, 777, 0] }
  expect(await daysOf(app)).toEqual([...closed, expect.objectContaining({ day: next, sums })])
})

/** A top-up that says it was made at the day's end. */
async function lateTopUp(app: TestApp, day: string): Promise<string> {
  await app.sandbox.control('POST topup', { pence: 777 })
  const { data } = await provider(app).balanceTransactions.list({ limit: 1 })
  const id = data[0]?.id ?? ''
  const seconds = Date.parse(`${day}T23:59:59Z`) / 1000
  await app.sandbox.control('POST change', { id, pence: 0, created: seconds })
  return id
}

test('a run that the provider interrupts goes on with the part that is not stored, and closes the day once', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  await untilNight(app)
  const { listRecords: respond } = app.payments
  const listRecords = vi.spyOn(app.payments, 'listRecords')
  const lists = () => listRecords.mock.calls.map(([{ list }]) => list)
  listRecords.mockImplementationOnce(respond)
  listRecords.mockRejectedValueOnce(new PaymentUnknown('away'))
  await reconcile(app)
  // The parts of a list are read at once: the others end.
  expect(lists()).toEqual(['charges', 'charges', 'charges', 'charges'])
  expect(await daysOf(app)).toEqual([])
  listRecords.mockClear()
  await app.letTimePass()
  await app.work()
  const others = [
    'transfers',
    'reversals',
    'refunds',
    'disputes',
    'payouts',
    'balance_transactions',
  ]
  expect(lists()).toEqual(['charges', ...others.flatMap((list) => [list, list, list, list])])
  expect(await daysOf(app)).toHaveLength(1)
  expect(await differencesOf(app)).toEqual([])
  listRecords.mockRestore()
})

test('a difference is found once, stays open while it is there, and is mended when it is there no more', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const day = await untilNight(app)
  const charge = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST change', { id: charge.charge_id, pence: 1 })
  await reconcile(app)
  const differs = { kind: 'charge_differs', subject: paymentId, ours: '570', theirs: '571' }
  expect(await differencesOf(app)).toEqual([{ ...differs, status: 'open' }])
  expect((await daysOf(app)).map((one) => one.day)).toEqual([day])
  await expect(sql`delete from reconciliation_differences`.execute(app.db)).rejects.toThrow(/kept/)
  await expect(
    sql`update reconciliation_differences set theirs_pence = 570`.execute(app.db),
  ).rejects.toThrow(/kept/)

  await untilNight(app)
  await reconcile(app)
  expect(await differencesOf(app)).toEqual([{ ...differs, status: 'open' }])
  await app.sandbox.control('POST change', { id: charge.charge_id, pence: -1 })
  await untilNight(app)
  await reconcile(app)
  expect(await differencesOf(app)).toEqual([{ ...differs, status: 'mended' }])
})

const failpoints = failpointNames.filter((name) => /(reconcile\.|day\.close)/.test(name))

test('an error at any point of a night is followed by the same day, once', async () => {
  expect(failpoints).toHaveLength(8)
  const ends: unknown[] = []
  for (const name of failpoints) {
    const app = await emptyApp()
    await createTradingDay(app)
    await app.sandbox.control('POST topup', { pence: 500 })
    await untilNight(app)
    const reached = app.failpoints.arm(name, 'throw')
    await reconcile(app)
    await reached
    await app.letTimePass()
    await app.work()
    const [day] = await daysOf(app)
    ends.push({ ...day, name, found: await differencesOf(app), runs: await runsOf(app) })
  }
  const sums = expect.objectContaining({ topup: [2, added + 500, 0], charge: [3, 1270, fees] })
  const closing = added + 500 + 570 + 2 * 350 - fees - 500 - 300 - 350
  expect(ends).toEqual(
    failpoints.map((name) =>
      expect.objectContaining({ name, opening: 0, closing, sums, found: [], runs: [] }),
    ),
  )
})

const runsOf = ({ db }: TestApp) => db.selectFrom('reconciliation_runs').select('id').execute()

test('a bank dispute that no event has told of is recorded by the night, as its event would have', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST dispute', { charge })
  await untilNight(app)
  await reconcile(app)
  expect(
    await app.db.selectFrom('bank_disputes').select(['payment_id', 'status']).execute(),
  ).toEqual([{ payment_id: paymentId, status: 'open' }])
  expect(await openKinds(app)).toEqual([])
})

test('once a day is verified, the hourly check reads what is younger, and finds there what it always found', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const day = await untilNight(app)
  await reconcile(app)
  expect(await findVerified(app.db)).toBe(day)
  const hourly = async () => {
    await addJob(app.db, 'check_invariants', {})
    await app.work()
    const found = await app.db.selectFrom('found_problems').select('kind').execute()
    return found.map(({ kind }) => kind)
  }
  await app.sandbox.control('POST topup', { pence: 500 })
  // By then it is available, whichever clock is ahead.
  await app.clock.move({ minutes: 1 })
  await readBalance(app)
  expect(await hourly()).toEqual([])
  // What it says of the days before, it has from the night.
  const old = sql`select ledger_transaction_id from balance_transactions where counted_on is not null and type = 'charge'`
  const change = (pence: number) =>
    withoutTriggers(
      app,
      sql`update ledger_entries set amount_pence = amount_pence + ${pence}::int * case account when 'stripe_pending' then 1 when 'stripe_fees' then -1 else 0 end where transaction_id in (${old})`,
    )
  await change(1)
  expect(await hourly()).toEqual([])
  await change(-1)
  const today = sql`update balance_transactions set amount_pence = amount_pence + 1 where counted_on is null`
  await withoutTriggers(app, today)
  expect((await hourly()).toSorted()).toEqual(['available_differs', 'balance_differs'])
})

test('what has moved after midnight belongs to the next day, also if it was read before the day is closed', async () => {
  const app = await emptyApp()
  const day = dayOf(app.clock.now())
  await app.clock.set(startOf(dayAfter(day)))
  await app.clock.move({ minutes: 30 })
  await app.sandbox.control('POST topup', { pence: 900 })
  await readBalance(app)
  await app.clock.move({ hours: 3, minutes: 30 })
  await reconcile(app)
  // Nothing was booked on the day itself: the ledger begins after midnight.
  expect(await daysOf(app)).toEqual([])
  const next = await untilNight(app)
  await app.sandbox.control('POST topup', { pence: 70 })
  await readBalance(app)
  await reconcile(app)
  expect(await daysOf(app)).toMatchObject([{ day: next, closing: added + 900 }])
  expect(await openKinds(app)).toEqual([])
})
