// VAT by month, as admins read it for the operator's returns.

import { expect, test } from 'vitest'
import { plansOf } from '../../../tests/support/recorded-queries.ts'
import { begin, createVatFixture, giveAllBack } from '../../../tests/support/sales/vat-fixture.ts'
import { findVatMonths } from './vat-months.ts'

const fixture = createVatFixture()
const { vat } = fixture

test('VAT by month is what sales have contained less what refunds have returned, in the month of each', async () => {
  const { app, rosa, admin, sell } = await fixture.open()
  const ash = await sell(rosa, 'Ash')
  await sell(rosa, 'Skye')
  vat.mode = 'sale'
  await sell(rosa, 'Sold by us')
  await begin(app, '2033-07-01T09:00:00Z')
  vat.rates = [{ from: null, value: 1_000 }]
  await giveAllBack(app, admin, ash)
  await sell(rosa, 'Cheaper')
  const none = { returnedNetPence: 0, returnedVatPence: 0 }
  const june = [
    { month: '2033-06', mode: 'fee', rate: 2_000, netPence: 116, vatPence: 24, ...none },
    { month: '2033-06', mode: 'sale', rate: 2_000, netPence: 475, vatPence: 95, ...none },
  ]
  const returned = { returnedNetPence: 58, returnedVatPence: 12 }
  expect(await findVatMonths(app.db, { from: '2033-06', to: '2033-07' })).toEqual([
    ...june,
    { month: '2033-07', mode: 'fee', rate: 2_000, netPence: 0, vatPence: 0, ...returned },
    { month: '2033-07', mode: 'sale', rate: 1_000, netPence: 518, vatPence: 52, ...none },
  ])
  expect(await findVatMonths(app.db, { from: '2033-05', to: '2033-06' })).toEqual(june)
  const ofYear = await app.call('GET /api/proxy/admin/reporting/vat', { as: admin })
  expect(ofYear.json<{ year: number; months: object[] }>()).toMatchObject({
    year: 2033,
    months: [
      { month: '2033-06' },
      { month: '2033-06' },
      { month: '2033-07' },
      { month: '2033-07' },
    ],
  })
  const former = await app.call('GET /api/proxy/admin/reporting/vat?year=2032', { as: admin })
  expect(former.json()).toMatchObject({ year: 2032, months: [], payments: [] })
})

test('VAT by month reads the sales and refunds of these months only', async () => {
  const { app, rosa, admin, sell } = await fixture.open()
  const ash = await sell(rosa, 'Ash')
  vat.mode = 'sale'
  await sell(rosa, 'Sold by us')
  await giveAllBack(app, admin, ash)
  const [plan = '', ...others] = await plansOf(app, (db) =>
    findVatMonths(db, { from: '2033-06', to: '2033-07' }),
  )
  expect(others).toEqual([])
  expect(plan).not.toMatch(/Seq Scan/)
  for (const index of ['sales_vat ', 'sales_vat_paid', 'refunds_vat']) expect(plan).toContain(index)
  // Each by its bounds.
  expect(plan).toMatch(/Index Cond: .*paid_at >= /)
  expect(plan).toMatch(/Index Cond: .*month >= /)
  expect(plan).toMatch(/Index Cond: .*created_at >= /)
})
