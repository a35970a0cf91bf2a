import { expect, test } from 'vitest'
import { readCsv, recordsOf } from '../../../tests/support/sales/read-csv.ts'
import { storeSales } from '../../../tests/support/sales/stored-sales.ts'
import {
  approveCommission,
  downloadSales,
  holdCommission,
  listAllSales,
  salesFixture,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { readSales } from './sale-queries.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('the file has a row for each sale, the oldest first, with ISO dates and exact pounds', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  // Half past midnight in London.
  await app.clock.set(new Date('2027-06-30T23:30:00Z'))
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500, title: 'Ash, "the song"' }])
  await app.work()
  await app.clock.move({ minutes: 1 })
  await holdCommission(app, { customer: mia, artist: rosa, name: '=HYPERLINK("x")' })
  const response = await app.call('GET /api/artist/sales.csv', { as: rosa })
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="Undersong sales.csv"',
    'cache-control': 'private, no-store',
  })
  expect(response.body.startsWith('\uFEFF"Paid on",')).toBe(true)
  const head = readCsv(response.body)[0] ?? []
  expect(head).toHaveLength(new Set(head).size)
  const [sale] = await listAllSales(app, rosa, { kind: 'track' })
  expect(recordsOf(response.body)).toEqual([
    {
      'Paid on': '2027-07-01',
      'Counts on': '2027-07-01',
      Kind: 'Track',
      Title: 'Ash, "the song"',
      'Paid by the singer (GBP)': '5.70',
      'Platform fee (GBP)': '0.50',
      'Processing fee (GBP)': '0.20',
      'Sent back to the singer (GBP)': '0.00',
      'Your share (GBP)': '5.00',
      State: 'At your account',
      'Waits because': '',
      'Transferred on': '2027-07-01',
      Transfer: sale?.transfer?.providerId,
      'Netted (GBP)': '0.00',
      'Taken back (GBP)': '0.00',
      'Bank payout': '',
      'State of the bank payout': '',
      Sale: sale?.id,
    },
    expect.objectContaining({
      Kind: 'Commission',
      Title: `'=HYPERLINK("x")`,
      'Paid by the singer (GBP)': '44.20',
      'Your share (GBP)': '40.00',
      State: 'Held',
      'Transferred on': '',
      Transfer: '',
    }),
  ])
})

test('the file has what the same filter lists, and is named by it', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  await storeSales(app, { artist: rosa, customer: mia, count: 1100 })
  const [newest] = await listAllSales(app, rosa)
  const month = newest?.countedAt.slice(0, 7) ?? ''
  for (const filter of [{}, { month }, { kind: 'commission' }, { state: 'owed' }] as const) {
    const listed = await listAllSales(app, rosa, filter)
    const records = recordsOf(await downloadSales(app, rosa, filter))
    expect(records.map(({ Sale }) => Sale)).toEqual(listed.map(({ id }) => id).toReversed())
  }
  const query = `month=${month}&kind=track&state=on_its_way`
  const named = await app.call(`GET /api/artist/sales.csv?${query}`, { as: rosa })
  expect(named.headers['content-disposition']).toBe(
    `attachment; filename="Undersong sales ${month} Track On its way.csv"`,
  )
  expect(readCsv(named.body)).toHaveLength(1)
})

test('a commission that is decided while the file is read is in it once', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const held = await holdCommission(app, { customer: mia, artist: rosa })
  await app.clock.move({ days: 1 })
  await storeSales(app, { artist: rosa, customer: mia, count: 3 })
  await app.clock.move({ days: 1 })
  const read: string[] = []
  for await (const batch of readSales(app.db, { artistId: rosa.id, filter: {}, batchSize: 1 })) {
    read.push(...batch.map(({ id, state }) => `${id} ${state}`))
    if (read.length === 1) await approveCommission(app, held)
  }
  expect(read[0]).toBe(`${held} held`)
  expect(read).toHaveLength(4)
})

test('an artist saves sixty files an hour', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa } = fixture
  for (let saved = 0; saved < 60; saved++) await downloadSales(app, rosa)
  const refused = await app.call('GET /api/artist/sales.csv', { as: rosa })
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many_exports' }])
})
