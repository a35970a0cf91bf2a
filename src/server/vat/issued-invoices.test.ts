// An invoice that is issued stays as it is, in the database.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import { begin, createVatFixture, july2 } from '../../../tests/support/sales/vat-fixture.ts'

const fixture = createVatFixture()

test('an invoice stays as it was made: the database refuses every change of it', async () => {
  const { app, rosa, sell } = await fixture.open()
  await sell(rosa, 'Skye')
  await begin(app, july2)
  await makeVatInvoices(app)
  for (const change of [
    'update vat_invoices set serial = 7',
    'delete from vat_invoice_lines',
    'update vat_invoice_lines set vat_pence = 0',
    'truncate vat_invoices cascade',
  ])
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('never changes')
})

test('an invoice that is issued gets no further line', async () => {
  const { app, rosa, sell } = await fixture.open()
  await sell(rosa, 'Skye')
  await begin(app, july2)
  await makeVatInvoices(app)
  const later = await sell(rosa, 'Later')
  const added = sql`
    insert into vat_invoice_lines (invoice_id, sale_id, title, at, vat_rate, net_pence, vat_pence)
    select id, ${later}, 'Later', now(), 2000, 58, 12 from vat_invoices`
  await expect(added.execute(app.db)).rejects.toThrow(/the VAT invoice .* is issued/)
  // Of an invoice that is never made, no line stays.
  const withoutInvoice = sql`
    insert into vat_invoice_lines (invoice_id, sale_id, title, at, vat_rate, net_pence, vat_pence)
    values (gen_random_uuid(), ${later}, 'Later', now(), 2000, 58, 12)`
  await expect(withoutInvoice.execute(app.db)).rejects.toThrow('vat_invoice_lines_invoice_id_fkey')
})
