import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TaxReport } from '#contracts/tax-reports.ts'
import { taxReportPath } from '#rules/page-paths.ts'
import { closedYear } from '#rules/platform-report/report-years.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { emailsTo } from '../../../tests/support/accounts/email-tokens.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { listPapers } from '../../../tests/support/papers/listed-papers.ts'
import { storeFigures } from '../../../tests/support/platform-report/stored-figures.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { makeCopies } from './report-copies.ts'

const emptyApp = emptiedTestApp()
const seller = { name: 'Undersong', address: ['1 Green Lane'], vatNumber: null }

async function openReported(app: TestApp) {
  const [rosa, tom] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const year = closedYear(app.clock.now())
  for (const { id: artistId } of [rosa, tom]) await storeFigures(app, { artistId, year })
  return { rosa, tom, year }
}

async function runJob(app: TestApp): Promise<void> {
  await addJob(app.db, 'make_report_copies', {})
  await app.work()
}

const reportsOf = async (app: TestApp, as: TestUser) =>
  (await listPapers(app, as, { kind: 'tax_report' })).papers

const subjectsOf = (app: TestApp, to: TestUser) =>
  emailsTo(app, to)
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('tax report'))

test('each reportable artist gets one copy of the closed year and one email with a link, however often it is made', async () => {
  const app = await emptyApp()
  const { rosa, year } = await openReported(app)
  const stall = await createUser(app, { role: 'artist' })
  await storeFigures(app, { artistId: stall.id, year, kind: 'track' })
  await storeFigures(app, { artistId: stall.id, year: year + 1, kind: 'commission' })
  await runJob(app)
  await runJob(app)
  const [report, ...others] = await reportsOf(app, rosa)
  expect(report).toMatchObject({ period: String(year), number: '1' })
  expect(others).toEqual([])
  expect(subjectsOf(app, rosa)).toEqual([`Your tax report for ${year}`])
  const email = emailsTo(app, rosa).find(({ subject }) => subject.includes('tax report'))
  expect(email?.text).toContain(`http://undersong.test${taxReportPath(report?.id ?? '')}`)
  // The amounts stand on the page alone.
  expect(email?.text).not.toContain('£')
  // Licences alone are not reported, and a year that has not ended is not either.
  expect(await reportsOf(app, stall)).toEqual([])
})

test('runs at the same time make one copy and one email', async () => {
  const app = await emptyApp()
  const { rosa } = await openReported(app)
  const { signal } = new AbortController()
  const { clock, db } = app
  const deps = { db, clock, publicUrl: 'http://undersong.test', seller }
  const run = { log: app.http.log, signal }
  await Promise.all(Array.from({ length: 8 }, () => makeCopies(deps, run)))
  await app.work()
  expect(await reportsOf(app, rosa)).toHaveLength(1)
  expect(subjectsOf(app, rosa)).toHaveLength(1)
})

test('figures that were put right are another copy, and the one before stays as it was', async () => {
  const app = await emptyApp()
  const { rosa, tom, year } = await openReported(app)
  await runJob(app)
  await app.db
    .updateTable('platform_report_quarters')
    .set({ credited_pence: '3500' })
    .where('artist_id', '=', rosa.id)
    .execute()
  await runJob(app)
  const reports = await reportsOf(app, rosa)
  expect(reports).toMatchObject([
    { period: String(year), number: '2' },
    { period: String(year), number: '1' },
  ])
  const read = await Promise.all(
    reports.map(async ({ id }) =>
      (await app.call(`GET /api/artist/tax-reports/${id}`, { as: rosa })).json<TaxReport>(),
    ),
  )
  expect(read).toMatchObject([
    { number: 2, isCorrected: false, figures: [{ creditedPence: 3500 }] },
    { number: 1, isCorrected: true, figures: [{ creditedPence: 4000 }] },
  ])
  expect(subjectsOf(app, rosa)).toEqual([
    `Your tax report for ${year}`,
    `Your corrected tax report for ${year}`,
  ])
  expect(await reportsOf(app, tom)).toHaveLength(1)
})

test('an artist who is not reportable any more gets the copy that says so', async () => {
  const app = await emptyApp()
  const { rosa } = await openReported(app)
  await runJob(app)
  await app.db
    .updateTable('platform_report_quarters')
    .set({ sales: 0, credited_pence: '0', fee_pence: '0' })
    .where('artist_id', '=', rosa.id)
    .execute()
  await runJob(app)
  expect(await reportsOf(app, rosa)).toMatchObject([{ number: '2' }, { number: '1' }])
})

test('the database refuses to change or to delete a copy', async () => {
  const app = await emptyApp()
  await openReported(app)
  await runJob(app)
  for (const change of [
    sql`update platform_report_copies set figures = '[]'`,
    sql`delete from platform_report_copies`,
    sql`truncate platform_report_copies`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow('is never changed')
})

test('an artist reads only their own copies, and besides them only admins do', async () => {
  const app = await emptyApp()
  const { rosa, tom } = await openReported(app)
  await runJob(app)
  const [ofTom] = await reportsOf(app, tom)
  const [ofRosa] = await reportsOf(app, rosa)
  expect(ofRosa?.id).not.toBe(ofTom?.id)
  const read = async (as?: TestUser) =>
    codeOf(
      await app.call(`GET /api/artist/tax-reports/${ofTom?.id}`, as === undefined ? {} : { as }),
    )
  expect(await read(tom)).toBe('done')
  expect(await read(rosa)).toBe('not_found')
  expect(await read(await createUser(app))).toBe('not_allowed')
  expect(await read(await createAdmin(app))).toBe('done')
  expect(await read()).toBe('login_required')
})
