// The lines of an invoice: by pages, all of them to print, and as a file.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VatInvoice } from '#contracts/vat-invoices.ts'
import { vatLinesPageSize } from '#rules/vat/vat-invoices.ts'
import { recordsOf } from '../../../tests/support/sales/read-csv.ts'
import { storeSales } from '../../../tests/support/sales/stored-sales.ts'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import {
  august2,
  begin,
  createVatFixture,
  giveAllBack,
  july2,
} from '../../../tests/support/sales/vat-fixture.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const fixture = createVatFixture()

const lineCount = 2 * vatLinesPageSize + 3

/** An invoice with a line for each of many sales, whose amounts are all different. Many were earned at the same moment. */
async function openLongInvoice() {
  const { app, rosa, tom, mia } = await fixture.open()
  await storeSales(app, { artist: rosa, customer: mia, count: lineCount })
  const id = randomUUID()
  await app.db.transaction().execute(async (tx) => {
    await sql`
      insert into vat_invoice_lines (invoice_id, sale_id, title, at, vat_rate, net_pence, vat_pence)
      select ${id}, id, '=Sale ' || place, ${new Date(july2)}::timestamptz - interval '1 day' * (place / 50), 2000,
        100 + place, place
      from (select id, row_number() over (order by id)::int as place from sales where artist_id = ${rosa.id}) as sold
    `.execute(tx)
    await sql`
      insert into vat_invoices (id, kind, serial, artist_id, month, issued_at, seller_name, seller_address, vat_number,
        artist_name, artist_email)
      values (${id}, 'invoice', 1, ${rosa.id}, '2033-06-01', ${new Date(july2)}, 'Undersong', '{}', 'GB1', 'Rosa', '')
    `.execute(tx)
  })
  return { app, rosa, tom }
}

const read = async (app: TestApp, as: TestUser, query = '') =>
  (await app.call(`GET /api/artist/vat-invoices/INV-000001${query}`, { as })).json<VatInvoice>()

const sum = (some: readonly number[]) => some.reduce((one, other) => one + other, 0)

test('a long invoice has pages of lines, with the sums of all, and no line is left out or shown twice', async () => {
  const { app, rosa } = await openLongInvoice()
  const pages = [
    await read(app, rosa),
    await read(app, rosa, '?page=2'),
    await read(app, rosa, '?page=3'),
  ]
  expect(pages.map(({ lines }) => lines.length)).toEqual([vatLinesPageSize, vatLinesPageSize, 3])
  const lines = pages.flatMap((page) => page.lines)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lineCount)
  const at = lines.map((line) => line.at)
  expect(at).toEqual(at.toSorted())
  const netPence = sum(lines.map((line) => line.netPence))
  const vatPence = sum(lines.map((line) => line.vatPence))
  for (const page of pages)
    expect(page).toMatchObject({ lineCount, totalPages: 3, netPence, vatPence })
  const all = await read(app, rosa, '?lines=all')
  expect(all).toMatchObject({ totalPages: 1, currentPage: 1, lineCount })
  expect(all.lines).toEqual(lines)
})

test('the file has every line and their sums, and is read by no other artist', async () => {
  const { app, rosa, tom } = await openLongInvoice()
  const file = (as: TestUser) => app.call('GET /api/artist/vat-invoices/INV-000001/csv', { as })
  const response = await file(rosa)
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="Undersong INV-000001 2033-06.csv"',
    'cache-control': 'private, no-store',
  })
  const records = recordsOf(response.body)
  const together = records.pop()
  expect(records).toHaveLength(lineCount)
  const { lines, netPence, vatPence } = await read(app, rosa, '?lines=all')
  expect(records.map((row) => [row['Fee for'], row['VAT (GBP)']])).toEqual(
    lines.map((line) => [`'${line.title}`, (line.vatPence / 100).toFixed(2)]),
  )
  expect(together).toMatchObject({
    Kind: 'Together',
    'Without VAT (GBP)': (netPence / 100).toFixed(2),
    'VAT (GBP)': (vatPence / 100).toFixed(2),
    'With VAT (GBP)': ((netPence + vatPence) / 100).toFixed(2),
  })
  expect((await file(tom)).statusCode).toBe(404)
})

test('the file of a credit note names the invoices that it corrects', async () => {
  const { app, rosa, admin, sell } = await fixture.open()
  const ash = await sell(rosa, 'Ash')
  await app.work()
  await begin(app, july2)
  await makeVatInvoices(app)
  await giveAllBack(app, admin, ash)
  await app.work()
  await begin(app, august2)
  await makeVatInvoices(app)
  const response = await app.call('GET /api/artist/vat-invoices/CRN-000001/csv', { as: rosa })
  expect(recordsOf(response.body)).toMatchObject([
    {
      Kind: 'Given back',
      'Fee for': 'Ash',
      'Corrects invoice': 'INV-000001',
      'Rate (%)': '20',
      'Without VAT (GBP)': '0.58',
      'VAT (GBP)': '0.12',
      'With VAT (GBP)': '0.70',
    },
    { Kind: 'Together', 'Corrects invoice': '', 'Rate (%)': '' },
  ])
})
