// The list of all papers of an artist: every kind, the newest first, by pages, the artist's own only.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PaperList } from '#contracts/papers.ts'
import { papersPageSize } from '#rules/papers/papers.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { listPapers } from '../../../tests/support/papers/listed-papers.ts'
import { storeCopy } from '../../../tests/support/platform-report/stored-figures.ts'
import { makeVatInvoices } from '../../../tests/support/sales/vat-invoices.ts'
import {
  august2,
  begin,
  createVatFixture,
  giveAllBack,
  july2,
} from '../../../tests/support/sales/vat-fixture.ts'
import { createUser } from '../../../tests/support/test-app.ts'
import { makeStatements } from '../../../tests/support/statements/monthly-statements.ts'

const fixture = createVatFixture()

/** Rosa has each kind of paper, and Tom has two. */
async function openPapers() {
  const opened = await fixture.open()
  const { app, rosa, tom, admin, sell } = opened
  const skye = await sell(rosa, 'Skye')
  await sell(tom, 'Tide')
  await app.work()
  await begin(app, july2)
  await makeVatInvoices(app)
  await begin(app, '2033-07-02T05:40:00Z')
  await makeStatements(app)
  await giveAllBack(app, admin, skye)
  await app.work()
  await begin(app, august2)
  await makeVatInvoices(app)
  await begin(app, '2033-08-02T05:40:00Z')
  await makeStatements(app)
  const madeAt = new Date('2034-01-10T05:40:00Z')
  await storeCopy(app, { artistId: rosa.id, year: 2033, madeAt })
  return opened
}

const shown = ({ papers }: PaperList) =>
  papers.map(({ kind, number, period, pence, vatPence }) => [kind, number, period, pence, vatPence])

test('papers of all kinds are one list, the newest first, with what each is for', async () => {
  const { app, rosa, tom } = await openPapers()
  const list = await listPapers(app, rosa)
  const invoice = list.papers.find(({ kind }) => kind === 'vat_invoice')?.number
  expect(shown(list)).toEqual([
    ['tax_report', '1', '2033', null, null],
    ['statement', '2', '2033-07', expect.any(Number), null],
    ['credit_note', 'CRN-000001', '2033-07', 70, 12],
    ['statement', '1', '2033-06', 0, null],
    ['vat_invoice', invoice, '2033-06', 70, 12],
  ])
  expect(list).toMatchObject({
    kinds: ['statement', 'vat_invoice', 'credit_note', 'tax_report'],
    totalPages: 1,
    currentPage: 1,
  })
  const made = list.papers.map(({ madeAt }) => madeAt)
  expect(made).toEqual(made.toSorted().toReversed())
  const ofTom = await listPapers(app, tom)
  expect(ofTom.kinds).toEqual(['statement', 'vat_invoice'])
  const ids = new Set(list.papers.map(({ id }) => id))
  expect(ofTom.papers.filter(({ id }) => ids.has(id))).toEqual([])
})

test('one kind is listed alone, and an admin reads the same list', async () => {
  const { app, rosa, admin } = await openPapers()
  for (const kind of ['statement', 'vat_invoice', 'credit_note', 'tax_report'] as const) {
    const list = await listPapers(app, rosa, { kind })
    expect(list.papers.length).toBeGreaterThan(0)
    expect(list.papers.every((paper) => paper.kind === kind)).toBe(true)
  }
  const read = await app.call(`GET /api/proxy/admin/users/${rosa.id}/papers`, { as: admin })
  expect(read.json()).toEqual(await listPapers(app, rosa))
})

test('each paper of the list is read under its id, by its artist only and by admins', async () => {
  const { app, rosa, tom } = await openPapers()
  const admin = await createAdmin(app)
  const routes = {
    statement: 'GET /api/statements/',
    vat_invoice: 'GET /api/artist/vat-invoices/',
    credit_note: 'GET /api/artist/vat-invoices/',
    tax_report: 'GET /api/artist/tax-reports/',
  } as const
  for (const { kind, id } of (await listPapers(app, rosa)).papers) {
    const statusFor = async (as: typeof rosa) =>
      (await app.call(routes[kind] + id, { as })).statusCode
    expect([kind, await statusFor(rosa), await statusFor(admin), await statusFor(tom)]).toEqual([
      kind,
      200,
      200,
      404,
    ])
  }
})

test('a long list has pages, of which no paper is left out or shown twice', async () => {
  const { app } = await fixture.open()
  const artist = await createUser(app, { role: 'artist' })
  await sql`
    insert into platform_report_copies (artist_id, year, number, figures, operator, made_at)
    select ${artist.id}, 2030, number, '[]', '{"name": "Undersong", "address": []}', now()
    from generate_series(1, ${papersPageSize + 3}) as number
  `.execute(app.db)
  const [first, second, after] = [
    await listPapers(app, artist),
    await listPapers(app, artist, { page: 2 }),
    await listPapers(app, artist, { page: 9 }),
  ]
  expect([first.papers.length, second.papers.length]).toEqual([papersPageSize, 3])
  expect(after).toEqual(second)
  const numbers = [...first.papers, ...second.papers].map(({ number }) => Number(number))
  expect(numbers).toEqual(Array.from({ length: papersPageSize + 3 }, (_one, at) => 53 - at))
  expect(await listPapers(app, artist, { kind: 'statement' })).toMatchObject({
    papers: [],
    kinds: ['tax_report'],
    totalPages: 1,
  })
})
