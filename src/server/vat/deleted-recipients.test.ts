// Whom invoices name that are made after the account was deleted: kept until then, and no longer.

import { expect, test } from 'vitest'
import { remove } from '../../../tests/support/accounts/own-data.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { listPapers } from '../../../tests/support/papers/listed-papers.ts'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import {
  august2,
  begin,
  createVatFixture,
  giveAllBack,
  july2,
  readInvoice,
} from '../../../tests/support/sales/vat-fixture.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const fixture = createVatFixture()

const keptOf = (app: TestApp) =>
  app.db.selectFrom('vat_recipients').select(['artist_id', 'name', 'email']).execute()

async function leave(app: TestApp, user: TestUser): Promise<void> {
  expect(codeOf(await remove(app, user))).toBe('done')
}

const invoicesMade = async (app: TestApp) =>
  app.db
    .selectFrom('vat_invoices')
    .select(['kind', 'artist_id', 'artist_name', 'artist_email'])
    .orderBy('issued_at')
    .orderBy('kind')
    .execute()

test('an artist who leaves before the 2nd is invoiced under the name of the account, which is removed then', async () => {
  const { app, rosa, tom, sell } = await fixture.open()
  await sell(rosa, 'Skye')
  await sell(tom, 'Tide')
  await app.work()
  await leave(app, rosa)
  const { username: name, email } = rosa
  expect(await keptOf(app)).toEqual([{ artist_id: rosa.id, name, email }])
  await begin(app, july2)
  await makeVatInvoices(app)
  const made = await invoicesMade(app)
  expect(made.find(({ artist_id: id }) => id === rosa.id)).toMatchObject({
    artist_name: name,
    artist_email: email,
  })
  expect(made).toHaveLength(2)
  expect(await keptOf(app)).toEqual([])
  // Nobody is emailed.
  const mails = await app.db
    .selectFrom('mails')
    .select('recipient')
    .where('about', 'like', 'vat_invoice:%')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual([tom.email])
})

test('a credit note for a deleted account names whom its invoice named', async () => {
  const { app, rosa, admin, sell } = await fixture.open()
  const skye = await sell(rosa, 'Skye')
  await app.work()
  await begin(app, july2)
  await makeVatInvoices(app)
  await leave(app, rosa)
  // All is invoiced: nothing is kept.
  expect(await keptOf(app)).toEqual([])
  await giveAllBack(app, admin, skye)
  await app.work()
  await begin(app, august2)
  await makeVatInvoices(app)
  const note = await readInvoice(app, admin, 'CRN-000001')
  expect(note.artist).toEqual({ name: rosa.username, email: rosa.email })
  const listed = await app.call(`GET /api/proxy/admin/users/${rosa.id}/papers`, { as: admin })
  expect(listed.json<Awaited<ReturnType<typeof listPapers>>>().papers).toMatchObject([
    { kind: 'credit_note' },
    { kind: 'vat_invoice' },
  ])
})

test('a run for an earlier month, and one that fails, keep the name', async () => {
  const { app, rosa, sell } = await fixture.open()
  await begin(app, '2033-07-01T12:00:00Z')
  await sell(rosa, 'July')
  await app.work()
  await leave(app, rosa)
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(await keptOf(app)).toHaveLength(1)
  await begin(app, august2)
  const run = { isLastAttempt: false, log: app.http.log, signal: new AbortController().signal }
  await app.db.updateTable('vat_invoice_counters').set({ last_serial: -1 }).execute()
  await expect(app.jobs.make_vat_invoices?.({}, run)).rejects.toThrow('were not made')
  expect(await keptOf(app)).toHaveLength(1)
  await app.db.updateTable('vat_invoice_counters').set({ last_serial: 0 }).execute()
  await app.jobs.make_vat_invoices?.({}, run)
  expect(await invoicesMade(app)).toMatchObject([{ artist_name: rosa.username }])
  expect(await keptOf(app)).toEqual([])
})

test('of a customer, and of an artist without such fees, nothing is kept', async () => {
  const { app, rosa, tom, mia, sell } = await fixture.open()
  fixture.vat.mode = 'none'
  await sell(rosa, 'Without VAT')
  fixture.vat.mode = 'fee'
  await sell(tom, 'Tide')
  await app.work()
  await leave(app, rosa)
  await leave(app, mia)
  expect(await keptOf(app)).toEqual([])
})
