// An artist's invoices for the platform's fees: one a month, numbered without gaps, never changed, corrected by credit notes.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VatInvoice, VatInvoiceList } from '#contracts/vat-invoices.ts'
import type { VatSettings } from '#rules/vat/vat-terms.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { giveBack, lineOf } from '../../../tests/support/money/giving-back.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  approvePart,
  giveCommissionUp,
  holdCommission,
  openStall,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { findVatMonths } from './vat-months.ts'

const number = 'GB123456789'
/** The operator’s: a test that changes it is a start with other variables. */
const vat: { -readonly [Name in keyof VatSettings]: VatSettings[Name] } = {
  mode: 'fee',
  rates: [],
  numbers: [],
}
const emptyApp = emptiedTestApp({ vat })

/** On a day long after today, whenever the test runs. */
async function openStand() {
  Object.assign(vat, {
    mode: 'fee',
    rates: [{ from: null, value: 2_000 }],
    numbers: [{ from: null, value: number }],
  } satisfies VatSettings)
  const app = await emptyApp()
  await app.clock.set(new Date('2033-06-10T12:00:00Z'))
  const [rosa, tom] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  /** At £5.00: fees of 70p, with 12p of VAT. Returns the id of the sale. */
  const sell = async (artist: TestUser, title: string) => {
    const { trackIds } = await sellTracks(app, mia, [{ artist, pricePence: 500, title }])
    return lineOf(app, trackIds[0] ?? '')
  }
  return { app, rosa, tom, mia, admin, sell }
}

/** From midnight in London on. */
const begin = (app: TestApp, iso: string) => app.clock.set(new Date(iso))
const july2 = '2033-07-02T05:30:00Z'
const august2 = '2033-08-02T05:30:00Z'

async function listOf(app: TestApp, as: TestUser) {
  const response = await app.call('GET /api/artist/vat-invoices', { as })
  return response
    .json<VatInvoiceList>()
    .invoices.map((one) => [one.number, one.month, one.netPence, one.vatPence])
}

const read = async (app: TestApp, as: TestUser, invoice: string) =>
  (await app.call(`GET /api/artist/vat-invoices/${invoice}`, { as })).json<VatInvoice>()

const whole = async (app: TestApp, admin: TestUser, sale: string) =>
  expect(codeOf(await giveBack(app, admin, sale, { amount: '5.70', leftPence: 570 }))).toBe('done')

test('on the 2nd each artist gets one invoice for the month, whose lines have their VAT', async () => {
  const { app, rosa, tom, sell } = await openStand()
  await sell(rosa, 'Skye')
  await sell(tom, 'Tide')
  await begin(app, '2033-06-30T22:59:59.999Z')
  await sell(rosa, 'Ash')
  await begin(app, '2033-06-30T23:00:00.000Z')
  await sell(rosa, 'Later')
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(
    (await listOf(app, rosa)).concat(await listOf(app, tom)).map(([, ...rest]) => rest),
  ).toEqual([
    ['2033-06', 116, 24],
    ['2033-06', 58, 12],
  ])
  const first = String((await listOf(app, rosa))[0]?.[0])
  const invoice = await read(app, rosa, first)
  expect(invoice).toMatchObject({
    kind: 'invoice',
    seller: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber: number },
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

  const summary = await app.call('GET /api/artist/sales/summary', { as: rosa })
  expect(summary.json()).toMatchObject({ hasVatInvoices: true })

  // Again, also by many at once, nothing is made.
  await makeVatInvoices(app)
  await begin(app, august2)
  const run = { isLastAttempt: false, log: app.http.log, signal: new AbortController().signal }
  await Promise.all(Array.from({ length: 10 }, async () => app.jobs.make_vat_invoices?.({}, run)))
  expect((await listOf(app, rosa)).map(([, month, net]) => [month, net])).toEqual([
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
  const { app, rosa, admin, sell } = await openStand()
  const [ash, part, gone] = [
    await sell(rosa, 'Ash'),
    await sell(rosa, 'Part'),
    await sell(rosa, 'Gone'),
  ]
  await whole(app, admin, gone)
  // A refund of £1.00 leaves fees of 57p with 10p of VAT.
  expect(codeOf(await giveBack(app, admin, part, { amount: '1.00', leftPence: 570 }))).toBe('done')
  // The month has ended in London, and its invoice is not made.
  await begin(app, '2033-06-30T23:00:00.000Z')
  await whole(app, admin, ash)
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(await listOf(app, rosa)).toEqual([['INV-000001', '2033-06', 58 + 58 - 11, 12 + 12 - 2]])
  const before = await read(app, rosa, 'INV-000001')
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
  expect(await listOf(app, rosa)).toEqual([
    ['CRN-000001', '2033-07', 58, 12],
    ['INV-000001', '2033-06', 105, 22],
  ])
  expect(await read(app, rosa, 'CRN-000001')).toMatchObject({
    kind: 'credit_note',
    lines: [{ title: 'Ash', isRefund: true, corrects: 'INV-000001', netPence: 58, vatPence: 12 }],
  })
  expect(await read(app, rosa, 'INV-000001')).toEqual(before)
  await app.work()
  expect(await moneyInvariants(app)).toEqual([])
})

test('a commission is invoiced for what its fee was in the end, once it is decided; a cancelled one never', async () => {
  const { app, mia, admin } = await openStand()
  const { rosa } = await openStall(app)
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
  expect(await listOf(app, rosa)).toEqual([['INV-000001', '2033-06', 142, 28]])
  const { lines } = await read(app, rosa, 'INV-000001')
  expect(lines.map((line) => [line.title, line.isRefund])).toEqual([
    ['Custom track: Hush', false],
    ['Custom track: Hush', true],
  ])
  await giveCommissionUp(app, held)
  await begin(app, august2)
  await makeVatInvoices(app)
  expect(await listOf(app, rosa)).toHaveLength(1)
})

test('a month that was left out is made up for, and another VAT number has an invoice of its own', async () => {
  const { app, rosa, sell } = await openStand()
  vat.numbers = [
    { from: null, value: number },
    { from: '2033-06-20', value: 'GB987654321' },
  ]
  await sell(rosa, 'Old number')
  await begin(app, '2033-06-20T12:00:00Z')
  await sell(rosa, 'New number')
  await begin(app, august2)
  await makeVatInvoices(app)
  const made = await listOf(app, rosa)
  expect(made).toEqual([
    ['INV-000002', '2033-07', 58, 12],
    ['INV-000001', '2033-07', 58, 12],
  ])
  expect([
    (await read(app, rosa, 'INV-000001')).seller.vatNumber,
    (await read(app, rosa, 'INV-000002')).seller.vatNumber,
  ]).toEqual([number, 'GB987654321'])
})

test('sales without VAT and those of the platform are on no invoice', async () => {
  const { app, rosa, sell } = await openStand()
  for (const mode of ['none', 'sale'] as const) {
    vat.mode = mode
    await sell(rosa, mode)
  }
  await begin(app, july2)
  await makeVatInvoices(app)
  expect(await listOf(app, rosa)).toEqual([])
  const summary = await app.call('GET /api/artist/sales/summary', { as: rosa })
  expect(summary.json()).toMatchObject({ hasVatInvoices: false })
})

test('an invoice stays as it was made: the database refuses every change of it', async () => {
  const { app, rosa, sell } = await openStand()
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

test('a run that ends takes no number, and the next one makes the same', async () => {
  const { app, rosa, sell } = await openStand()
  await sell(rosa, 'Skye')
  await begin(app, july2)
  const refuseMail = sql`alter table mails add constraint no_mail check (about not like 'vat_invoice:%')`
  await refuseMail.execute(app.db)
  const run = { isLastAttempt: false, log: app.http.log, signal: new AbortController().signal }
  await expect(app.jobs.make_vat_invoices?.({}, run)).rejects.toThrow('were not made')
  await sql`alter table mails drop constraint no_mail`.execute(app.db)
  await app.jobs.make_vat_invoices?.({}, run)
  expect(await listOf(app, rosa)).toEqual([['INV-000001', '2033-06', 58, 12]])
})

test('VAT by month is what sales have contained less what refunds have returned, in the month of each', async () => {
  const { app, rosa, admin, sell } = await openStand()
  const ash = await sell(rosa, 'Ash')
  await sell(rosa, 'Skye')
  vat.mode = 'sale'
  await sell(rosa, 'Sold by us')
  await begin(app, '2033-07-01T09:00:00Z')
  vat.rates = [{ from: null, value: 1_000 }]
  await whole(app, admin, ash)
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
  expect(former.json()).toEqual({ year: 2032, months: [] })
})
