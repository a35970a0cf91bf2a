import { readFile } from 'node:fs/promises'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { saleInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  salesFixture,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

/** A track that is owed, another one and a commission that are transferred, and a commission that is held. */
async function createSales() {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const parties = { customer: mia, artist: rosa }
  await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500 },
    { artist: rosa, pricePence: 0 },
  ])
  await approveCommission(app, await holdCommission(app, parties))
  await app.work()
  await holdCommission(app, parties)
  const { paymentId } = await sellTracks(app, mia, [{ artist: rosa, pricePence: 333 }])
  return { ...fixture, paymentId }
}

test('a sale that differs from the ledger is found, and so are sums that differ from the sales', async () => {
  const fixture = await createSales()
  const { app } = fixture
  expect(await saleInvariants(app)).toEqual([])
  const corruptions: [RawBuilder<unknown>, string[]][] = [
    [
      sql`update sales set status = 'transferred' where status = 'owed'`,
      ['sale_differs', 'sale_sums_differ'],
    ],
    [
      sql`update sales set artist_pence = artist_pence - 1, refunded_pence = 1 where status = 'owed'`,
      ['sale_differs', 'sale_sums_differ'],
    ],
    [
      sql`update sales set counted_at = counted_at - interval '40 days' where status = 'owed'`,
      ['sale_differs', 'sale_sums_differ'],
    ],
    [sql`delete from sales where status = 'held'`, ['held_sale_differs', 'sale_sums_differ']],
    [
      sql`update sales set status = 'owed' where status = 'held'`,
      ['held_sale_differs', 'sale_differs', 'sale_sums_differ'],
    ],
    [sql`update sale_sums set sales = sales + 1 where status = 'free'`, ['sale_sums_differ']],
    [sql`delete from sale_sums where status = 'free'`, ['sale_sums_differ']],
  ]
  for (const [corruption, kinds] of corruptions) {
    const tx = await app.db.startTransaction().execute()
    await corruption.execute(tx)
    const found = await saleInvariants({ ...app, db: tx })
    await tx.rollback().execute()
    const foundKinds = found.map((problem) => problem.split(':')[0] ?? '')
    expect([...new Set(foundKinds)]).toEqual([...new Set(kinds)])
  }
})

test('the hourly check stops the transfers of a payment whose sale differs, and none because of sums', async () => {
  const fixture = await createSales()
  const { app, rosa, paymentId } = fixture
  await removeJobs(app.db)
  await sql`update sales set status = 'transferred' where status = 'owed'`.execute(app.db)
  await addJob(app.db, 'check_invariants', {})
  await app.work()
  const found = await app.db
    .selectFrom('found_problems')
    .selectAll()
    // The commissions are stored without their timelines.
    .where('kind', 'like', 'sale%')
    .orderBy('kind')
    .execute()
  expect(found).toMatchObject([
    { kind: 'sale_differs', subject: paymentId, payment_id: paymentId },
    { kind: 'sale_sums_differ', subject: rosa.id, payment_id: null },
  ])
})

const firstColumns = [
  'id',
  'kind',
  'order_line_id',
  'commission_id',
  'artist_id',
  'payment_id',
  'status',
  'paid_at',
  'counted_at',
  'month',
  'customer_pence',
  'platform_fee_pence',
  'processing_fee_pence',
  'artist_pence',
  'refunded_pence',
] as const

test('the migration records what was sold before as it would have been recorded at the time', async () => {
  const fixture = await createSales()
  const { app, rosa, mia, admin } = fixture
  const parties = { customer: mia, artist: rosa }
  const parted = await holdCommission(app, parties)
  await approvePart(app, admin, { id: parted, partPence: 1500 })
  await giveCommissionUp(app, await holdCommission(app, parties))
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 99 }])
  // Without what later migrations have added.
  const read = async () => ({
    sales: await app.db.selectFrom('sales').select(firstColumns).orderBy('id').execute(),
    sums: (
      await sql`select * from sale_sums where sales <> 0 order by month, kind, status`.execute(
        app.db,
      )
    ).rows,
  })
  const recorded = await read()
  const statuses = recorded.sales.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['held', 'owed', 'transferred', 'returned', 'free']))
  await sql`drop function sale_problems`.execute(app.db)
  await sql`drop table sales, sale_sums cascade`.execute(app.db)
  await sql`drop index payments_of_customer`.execute(app.db)
  const file = new URL('../db/migrations/0065-sales.sql', import.meta.url)
  await app.pool.query(await readFile(file, 'utf8'))
  expect(await read()).toEqual(recorded)
})
