// A year with every case, compared with a file that was written by hand.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReportedArtists } from '#contracts/admin/reporting.ts'
import type { TaxReport } from '#contracts/tax-reports.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { listPapers } from '../../../tests/support/papers/listed-papers.ts'
import { emailsTo } from '../../../tests/support/accounts/email-tokens.ts'
import {
  expectReportEqualsLedger,
  renewReport,
} from '../../../tests/support/platform-report/report-equals-ledger.ts'
import {
  artistNames,
  openStage,
  playYear,
  type ArtistName,
  type Stage,
} from '../../../tests/support/platform-report/year-with-every-case.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('what is reported for a year with every case is the golden file, the ledger and the artists’ copies', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const stage = await openStage(app)
  await playYear(stage)
  await renewReport(app)
  expect(await expectReportEqualsLedger(app)).toBeGreaterThan(18)

  const file = await download(stage, 'year=2030')
  const golden = readFileSync(new URL('golden-2030.csv', import.meta.url), 'utf8')
  expect(await withNames(stage, file)).toEqual(golden.trimEnd().split('\n'))
  const ofJuly = golden.split('\n').filter((row) => /^("Year"|2030,3)/.test(row))
  expect(await withNames(stage, await download(stage, 'year=2030&quarter=3'))).toEqual(ofJuly)
  // The refund of January counts in its year, and changes nothing of the one that has ended.
  const [, ofAna] = await withNames(stage, await download(stage, 'year=2031'))
  expect(ofAna).toMatch(/^2031,1,"Ana".*,0,0\.00,9\.00,-9\.00,-1\.10,""$/)

  await listsTheYear(stage)
  await makesCopies(stage)
})

async function download({ app, admin }: Stage, query: string): Promise<string> {
  const response = await app.call(`GET /api/proxy/admin/reporting.csv?${query}`, { as: admin })
  expect(response.statusCode).toBe(200)
  return response.body
}

/** The rows in the order of names, which stand for ids that are made at random. */
async function withNames({ app, artists }: Stage, file: string): Promise<string[]> {
  const accounts = await app.db.selectFrom('payment_accounts').selectAll().execute()
  let text = file.replace(/^\uFEFF/, '')
  for (const name of artistNames) {
    const { id, username } = artists[name]
    const account = accounts.find(({ user_id: userId }) => userId === id)
    text = text
      .replaceAll(id, name)
      .replaceAll(`"${username}"`, `"${name}"`)
      .replaceAll(account?.provider_account_id ?? 'no account', `account of ${name}`)
  }
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  const nameIn = (row: string) => row.split(',')[2] ?? ''
  return [
    head,
    ...rows.toSorted((one, other) =>
      nameIn(one) < nameIn(other) ? -1 : nameIn(one) > nameIn(other) ? 1 : 0,
    ),
  ]
}

async function listsTheYear({ app, artists, admin }: Stage): Promise<void> {
  // In January the year that has ended is read without choosing it.
  const response = await app.call('GET /api/proxy/admin/reporting', { as: admin })
  const list = response.json<ReportedArtists>()
  expect(list).toMatchObject({ year: 2030, years: [2031, 2030, 2029], total: 14 })
  expect(list.totals).toEqual({
    services: { sales: 6, considerationPence: 13_500, feePence: 1430 },
    licences: { sales: 43, considerationPence: 252_000, feePence: 25_976 },
  })
  const nameOf = (id: string) => artistNames.find((name) => artists[name].id === id)
  const reported = list.artists.filter(({ reportability }) => reportability === 'services')
  expect(list.artists.slice(0, 6)).toEqual(reported)
  expect(new Set(reported.map(({ artist }) => nameOf(artist.id)))).toEqual(
    new Set(['Ana', 'Ben', 'Finn', 'Gus', 'Ida', 'Nia']),
  )
  const rowOf = (name: ArtistName) =>
    list.artists.find(({ artist }) => artist.id === artists[name].id)
  expect(rowOf('Finn')?.artist).toMatchObject({ isDeleted: true, name: 'Deleted user' })
  expect(rowOf('Gus')?.artist).toMatchObject({ isBanned: true })
  expect(rowOf('Ida')?.missing).toEqual(['Your tax number', 'Your address'])
  expect(rowOf('Jo')?.reportability).toBe('former_services')
  expect(rowOf('Hal')?.reportability).toBe('licences')
}

async function makesCopies({ app, artists }: Stage): Promise<void> {
  await addJob(app.db, 'make_report_copies', {})
  await app.work()
  const copies = await app.db
    .selectFrom('platform_report_copies')
    .select(['artist_id', 'year', 'number'])
    .execute()
  const receivers = ['Ana', 'Ben', 'Finn', 'Gus', 'Ida', 'Nia'] as const
  expect(new Set(copies.map((copy) => copy.artist_id))).toEqual(
    new Set(receivers.map((name) => artists[name].id)),
  )
  expect(copies.every(({ year, number }) => year === 2030 && number === 1)).toBe(true)
  const told = artistNames.filter((name) =>
    emailsTo(app, artists[name]).some(({ subject }) => subject === 'Your tax report for 2030'),
  )
  expect(told).toEqual(['Ana', 'Ben', 'Gus', 'Ida', 'Nia'])

  // Also for somebody who is banned.
  const read = async <Answer>(route: string) =>
    (await app.call(route, { as: artists.Ana })).json<Answer>()
  const { papers } = await listPapers(app, artists.Ana, { kind: 'tax_report' })
  expect(papers).toMatchObject([{ period: '2030', number: '1' }])
  const report = await read<TaxReport>(`GET /api/artist/tax-reports/${papers[0]?.id}`)
  expect(report).toMatchObject({
    operator: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'] },
    isCorrected: false,
    figures: [
      {
        quarter: 1,
        kind: 'track',
        sales: 2,
        creditedPence: 800,
        takenBackPence: 300,
        feePence: 70,
      },
      {
        quarter: 2,
        kind: 'commission',
        sales: 1,
        creditedPence: 4000,
        takenBackPence: 0,
        feePence: 420,
      },
      { quarter: 2, kind: 'track', sales: 1, creditedPence: 700, takenBackPence: 0, feePence: 90 },
      {
        quarter: 3,
        kind: 'track',
        sales: 1,
        creditedPence: 500,
        takenBackPence: 700,
        feePence: -20,
      },
      { quarter: 4, kind: 'track', sales: 1, creditedPence: 900, takenBackPence: 0, feePence: 110 },
    ],
  })
  const ofGus = await listPapers(app, artists.Gus, { kind: 'tax_report' })
  expect(ofGus.papers).toHaveLength(1)
}
