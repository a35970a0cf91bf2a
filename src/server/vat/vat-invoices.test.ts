// An artist's invoices for the platform's fees: one a month, numbered without gaps, never changed, corrected by credit notes.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { giveBack } from '../../../tests/support/money/giving-back.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  approvePart,
  giveCommissionUp,
  holdCommission,
  salesFixture,
} from '../../../tests/support/sales/selling.ts'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import {
  august2,
  begin,
  createVatFixture,
  giveAllBack,
  invoicesOf,
  july2,
  readInvoice,
  vatNumber,
} from '../../../tests/support/sales/vat-fixture.ts'

const fixture = createVatFixture()
const { vat } = fixture

test('on the 2nd each artist gets one invoice for the month, whose lines have their VAT', async () => {
  const { app, rosa, tom, sell } = await fixture.open()
  await sell(rosa, 'Skye')
  await sell(tom, 'Tide')
  await begin(app, '2033-06-30T22:59:59.999Z')
  await sell(rosa, 'Ash')
  await begin(app, '2033-06-30T23:00:00.000Z')
  await sell(rosa, 'Later')
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(
    (await invoicesOf(app, rosa)).concat(await invoicesOf(app, tom)).map(([, ...rest]) => rest),
  ).toEqual([
    ['2033-06', 116, 24],
    ['2033-06', 58, 12],
  ])
  const first = String((await invoicesOf(app, rosa))[0]?.[0])
  const invoice = await readInvoice(app, rosa, first)
  expect(invoice).toMatchObject({
    kind: 'invoice',
    seller: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber },
    artist: { name: rosa.username, email: rosa.email },
    issuedAt: new Date(july2).toISOString(),
    netPence: 116,
    vatPence: 24,
    lines: [
      { title: 'Skye', isRefund: false, corrects: null, rate: 2_000, netPence: 58, vatPence: 12 },
      { title: 'Ash', isRefund: false, corrects: null, rate: 2_000, netPence: 58, vatPence: 12 },
    ],
  })
  const mail = await app.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('recipient', '=', rosa.email)
    .where('about', 'like', 'vat_invoice:%')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe(`Your VAT invoice ${first} for June 2033`)
  expect(mail.text_body).toContain(`/artist-dashboard/vat-invoices/${first}`)
  expect(mail.text_body).toContain('Total  £1.40')

  // Again, also by many at once, nothing is made.
  await makeVatInvoices(app)
  await begin(app, august2)
  const run = { isLastAttempt: false, log: app.http.log, signal: new AbortController().signal }
  await Promise.all(Array.from({ length: 10 }, async () => app.jobs.make_vat_invoices?.({}, run)))
  expect((await invoicesOf(app, rosa)).map(([, month, net]) => [month, net])).toEqual([
    ['2033-07', 58],
    ['2033-06', 116],
  ])
  const serials = await app.db
    .selectFrom('vat_invoices')
    .select('serial')
    .orderBy('serial')
    .execute()
  expect(serials.map(({ serial }) => serial)).toEqual([1, 2, 3])
})

test('what goes back in the same month is on the invoice, and later on a credit note that names it', async () => {
  const { app, rosa, admin, sell } = await fixture.open()
  const [ash, part, gone] = [
    await sell(rosa, 'Ash'),
    await sell(rosa, 'Part'),
    await sell(rosa, 'Gone'),
  ]
  await giveAllBack(app, admin, gone)
  // A refund of £1.00 leaves fees of 57p with 10p of VAT.
  expect(codeOf(await giveBack(app, admin, part, { amount: '1.00', leftPence: 570 }))).toBe('done')
  // The month has ended in London, and its invoice is not made.
  await begin(app, '2033-06-30T23:00:00.000Z')
  await giveAllBack(app, admin, ash)
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(await invoicesOf(app, rosa)).toEqual([
    ['INV-000001', '2033-06', 58 + 58 - 11, 12 + 12 - 2],
  ])
  const before = await readInvoice(app, rosa, 'INV-000001')
  // All were sold at the same moment.
  const lines = before.lines.map((line) => [
    line.title,
    line.isRefund,
    line.netPence,
    line.vatPence,
  ])
  expect(lines).toHaveLength(3)
  expect(lines).toEqual(
    expect.arrayContaining([
      ['Ash', false, 58, 12],
      ['Part', false, 58, 12],
      ['Part', true, -11, -2],
    ]),
  )

  await begin(app, august2)
  await makeVatInvoices(app)
  expect(await invoicesOf(app, rosa)).toEqual([
    ['CRN-000001', '2033-07', 58, 12],
    ['INV-000001', '2033-06', 105, 22],
  ])
  expect(await readInvoice(app, rosa, 'CRN-000001')).toMatchObject({
    kind: 'credit_note',
    lines: [{ title: 'Ash', isRefund: true, corrects: 'INV-000001', netPence: 58, vatPence: 12 }],
  })
  expect(await readInvoice(app, rosa, 'INV-000001')).toEqual(before)
  await app.work()
  expect(await moneyInvariants(app)).toEqual([])
})

test('a commission is invoiced for what its fee was in the end, once it is decided; a cancelled one never', async () => {
  const { app, mia, admin } = await fixture.open()
  const { rosa } = await salesFixture(app)
  const [part, cancelled, held] = [
    await holdCommission(app, { customer: mia, artist: rosa, name: 'Hush' }),
    await holdCommission(app, { customer: mia, artist: rosa }),
    await holdCommission(app, { customer: mia, artist: rosa }),
  ]
  await approvePart(app, admin, { id: part, partPence: 1500 })
  await giveCommissionUp(app, cancelled)
  await begin(app, july2)
  await makeVatInvoices(app)
  // Fees of 420p with 70p of VAT, of which 170p with 28p are left.
  expect(await invoicesOf(app, rosa)).toEqual([['INV-000001', '2033-06', 142, 28]])
  const { lines } = await readInvoice(app, rosa, 'INV-000001')
  expect(lines.map((line) => [line.title, line.isRefund])).toEqual([
    ['Custom track: Hush', false],
    ['Custom track: Hush', true],
  ])
  await giveCommissionUp(app, held)
  await begin(app, august2)
  await makeVatInvoices(app)
  expect(await invoicesOf(app, rosa)).toHaveLength(1)
})

test('a month that was left out is made up for, and another VAT number has an invoice of its own', async () => {
  const { app, rosa, sell } = await fixture.open()
  vat.numbers = [
    { from: null, value: vatNumber },
    { from: '2033-06-20', value: 'GB987654321' },
  ]
  await sell(rosa, 'Old number')
  await begin(app, '2033-06-20T12:00:00Z')
  await sell(rosa, 'New number')
  await begin(app, august2)
  await makeVatInvoices(app)
  const made = await invoicesOf(app, rosa)
  expect(made).toEqual([
    ['INV-000002', '2033-07', 58, 12],
    ['INV-000001', '2033-07', 58, 12],
  ])
  expect([
    (await readInvoice(app, rosa, 'INV-000001')).seller.vatNumber,
    (await readInvoice(app, rosa, 'INV-000002')).seller.vatNumber,
  ]).toEqual([vatNumber, 'GB987654321'])
})

test('sales without VAT and those of the platform are on no invoice', async () => {
  const { app, rosa, sell } = await fixture.open()
  for (const mode of ['none', 'sale'] as const) {
    vat.mode = mode
    await sell(rosa, mode)
  }
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(await invoicesOf(app, rosa)).toEqual([])
})

test('a run that ends takes no number, and the next one makes the same', async () => {
  const { app, rosa, sell } = await fixture.open()
  await sell(rosa, 'Skye')
  await begin(app, july2)
  const refuseMail = sql`alter table mails add constraint no_mail check (about not like 'vat_invoice:%')`
  await refuseMail.execute(app.db)
  const run = { isLastAttempt: false, log: app.http.log, signal: new AbortController().signal }
  await expect(app.jobs.make_vat_invoices?.({}, run)).rejects.toThrow('were not made')
  await sql`alter table mails drop constraint no_mail`.execute(app.db)
  await app.jobs.make_vat_invoices?.({}, run)
  expect(await invoicesOf(app, rosa)).toEqual([['INV-000001', '2033-06', 58, 12]])
})
