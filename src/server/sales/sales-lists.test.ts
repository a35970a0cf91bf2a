import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SalesFilter } from '#rules/sales/sales-search.ts'
import { maxRowsRead } from '../../../tests/support/recorded-queries.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { findWaiting, startOfPage } from './sale-queries.ts'
import { findSums } from './sale-sums.ts'
import { storeSales } from '../../../tests/support/sales/stored-sales.ts'
import {
  approveCommission,
  holdCommission,
  listAllSales,
  listSales,
  salesFixture,
  readSummary,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('sales are filtered by month, kind and state, together and by themselves', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const parties = { customer: mia, artist: rosa }
  await app.clock.set(new Date('2027-03-10T12:00:00Z'))
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500, title: 'March' }])
  const later = await holdCommission(app, { ...parties, name: 'Decided in April' })
  await app.clock.set(new Date('2027-04-02T12:00:00Z'))
  await approveCommission(app, later)
  await app.work()
  await app.clock.move({ minutes: 1 })
  await holdCommission(app, { ...parties, name: 'Held' })
  await app.clock.move({ minutes: 1 })
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 100, title: 'April' }])
  const titles = async (filter: SalesFilter) =>
    (await listAllSales(app, rosa, filter)).map(({ title }) => title)
  expect(await titles({})).toEqual(['April', 'Held', 'Decided in April', 'March'])
  expect(await titles({ month: '2027-03' })).toEqual(['March'])
  expect(await titles({ month: '2027-04' })).toEqual(['April', 'Held', 'Decided in April'])
  expect(await titles({ kind: 'commission' })).toEqual(['Held', 'Decided in April'])
  expect(await titles({ state: 'transferred' })).toEqual(['Decided in April', 'March'])
  expect(await titles({ state: 'owed' })).toEqual(['April'])
  expect(await titles({ state: 'owed', month: '2027-03' })).toEqual([])
  expect(await titles({ state: 'owed', kind: 'commission' })).toEqual([])
  const all = { kind: 'commission', state: 'held', month: '2027-04' } as const
  expect(await titles(all)).toEqual(['Held'])
  expect(await titles({ ...all, month: '2027-03' })).toEqual([])
  expect(await listSales(app, rosa, all)).toMatchObject({
    months: ['2027-04', '2027-03'],
    totals: { artistPence: 4000 },
    heldPence: 4000,
  })
  expect((await listSales(app, rosa, { state: 'owed' })).heldPence).toBe(0)
})

test('an invalid value of a filter is read as none, and a page after the last one is the last one', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500 }])
  for (const query of ['month=2027-13', 'month=x', 'kind=y', 'state=z', 'page=-1', 'page=9'])
    expect((await app.call(`GET /api/artist/sales?${query}`, { as: rosa })).json()).toMatchObject({
      totals: { sales: 1 },
      currentPage: 1,
    })
})

test('pages have every sale once, the newest first, wherever they begin, for each filter', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  await storeSales(app, { artist: rosa, customer: mia, count: 620 })
  const { rows } = await sql<{ id: string; month: string; kind: string; status: string }>`
    select id, to_char(month, 'YYYY-MM') as month, kind, status from sales order by counted_at desc, id desc
  `.execute(app.db)
  const months = new Set(rows.map(({ month }) => month))
  expect([rows.length, months.size > 3]).toEqual([620, true])
  const [first = ''] = months
  const filters: SalesFilter[] = [
    {},
    { month: first },
    { kind: 'track' },
    { kind: 'commission' },
    { state: 'transferred' },
    { state: 'free', kind: 'track' },
    { state: 'transferred', kind: 'commission', month: first },
    { state: 'owed' },
  ]
  for (const { month, kind, state } of filters) {
    const matching = rows.filter(
      (row) =>
        (month === undefined || row.month === month) &&
        (kind === undefined || row.kind === kind) &&
        (state === undefined || row.status === state),
    )
    const listed = await listAllSales(app, rosa, {
      ...(month === undefined ? {} : { month }),
      ...(kind === undefined ? {} : { kind }),
      ...(state === undefined ? {} : { state }),
    })
    expect(matching.length).toBeGreaterThan(0)
    expect(listed.map(({ id }) => id)).toEqual(matching.map(({ id }) => id))
  }
})

test('a page begins in the month in which its first sale is', () => {
  const nothing = {
    customerPence: 0,
    platformFeePence: 0,
    processingFeePence: 0,
    artistPence: 0,
    refundedPence: 0,
  }
  const sumOf = (month: string, sales: number) =>
    ({ ...nothing, month, sales, kind: 'track', status: 'owed' }) as const
  const sums = [sumOf('2027-03', 3), sumOf('2027-02', 1), sumOf('2027-02', 1), sumOf('2026-12', 9)]
  const starts = [0, 2, 3, 4, 5, 13, 14].map((skipped) => startOfPage(sums, skipped))
  expect(starts).toEqual([
    { month: '2027-03', skipped: 0 },
    { month: '2027-03', skipped: 2 },
    { month: '2027-02', skipped: 0 },
    { month: '2027-02', skipped: 1 },
    { month: '2026-12', skipped: 0 },
    { month: '2026-12', skipped: 8 },
    { month: null, skipped: 0 },
  ])
})

test('of an artist to whom nothing can be sent every unsent sale waits, and is counted without being read', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const count = 620
  await storeSales(app, { artist: rosa, customer: mia, count })
  // Another artist's are no matter.
  await sellTracks(app, mia, [{ artist: await createArtistWithPayouts(app), pricePence: 500 }])
  const stops = {
    'a hold of an admin': async () => {
      await app.db
        .insertInto('transfer_holds')
        .values({ artist_id: rosa.id, held_at: app.clock.now() })
        .execute()
      return () => app.db.deleteFrom('transfer_holds').execute()
    },
    'an account that is not ready': async () => {
      const set = (isReady: boolean) =>
        app.db
          .updateTable('payment_accounts')
          .set({ payouts_enabled: isReady })
          .where('user_id', '=', rosa.id)
          .execute()
      await set(false)
      return () => set(true)
    },
    'an unbalanced ledger': async () => {
      await app.db
        .insertInto('found_problems')
        .values({
          kind: 'ledger_unbalanced',
          subject: 'ledger',
          found_at: app.clock.now(),
          found_by: 'check_invariants',
        })
        .execute()
      return () => app.db.deleteFrom('found_problems').execute()
    },
  }
  const totalsOf = async (state: 'owed' | 'on_its_way' | 'waiting') =>
    (await listSales(app, rosa, { state })).totals.sales
  for (const [name, stop] of Object.entries(stops)) {
    const goOn = await stop()
    const summary = await readSummary(app, rosa)
    expect([name, summary.waiting, summary.waitsFor]).toEqual([
      name,
      summary.unsent,
      expect.any(String),
    ])
    expect([
      name,
      await totalsOf('owed'),
      await totalsOf('on_its_way'),
      await totalsOf('waiting'),
    ]).toEqual([name, 0, 0, count / 10])
    const waiting = await listAllSales(app, rosa, { state: 'waiting' })
    expect([waiting.length, ...new Set(waiting.map(({ state }) => state))]).toEqual([
      count / 10,
      'waiting',
    ])
    const read = await maxRowsRead(app, async (db) => {
      await findWaiting(db, { artistId: rosa.id, sums: await findSums(db, rosa.id) })
    })
    expect(read).toBeLessThan(count / 10)
    await goOn()
  }
  expect(await totalsOf('owed')).toBe(count / 10)
  expect((await readSummary(app, rosa)).waiting.sales).toBe(0)
})
