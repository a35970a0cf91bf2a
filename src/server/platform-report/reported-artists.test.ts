import { expect, test } from 'vitest'
import type { ReportedArtists } from '#contracts/admin/reporting.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import {
  storeArtists,
  storeCopy,
  storeFigures,
} from '../../../tests/support/platform-report/stored-figures.ts'
import { recordsOf } from '../../../tests/support/sales/read-csv.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const listOf = async (app: TestApp, as: TestUser, query: string) =>
  (await app.call(`GET /api/proxy/admin/reporting?${query}`, { as })).json<ReportedArtists>()

const downloadOf = (app: TestApp, as: TestUser, query: string) =>
  app.call(`GET /api/proxy/admin/reporting.csv?${query}`, { as })

const artist = (app: TestApp) => createUser(app, { role: 'artist' })

test('those who are reportable come first, each with the account, what it lacks, and the artist’s copy', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const [rosa, tom, ann] = [await artist(app), await artist(app), await artist(app)]
  await storeFigures(app, {
    artistId: tom.id,
    year: 2029,
    kind: 'track',
    sales: 40,
    creditedPence: 900_000,
  })
  await storeFigures(app, { artistId: rosa.id, year: 2029, creditedPence: 100 })
  await storeFigures(app, {
    artistId: rosa.id,
    year: 2029,
    kind: 'track',
    quarter: 3,
    creditedPence: 500,
  })
  await storeFigures(app, { artistId: ann.id, year: 2029, quarter: 2 })
  await storeFigures(app, { artistId: ann.id, year: 2030 })
  await app.db
    .insertInto('payment_accounts')
    .values({
      user_id: rosa.id,
      provider_account_id: 'acct_rosa',
      todo: JSON.stringify(['Your tax number']),
    })
    .execute()
  for (const number of [1, 2]) await storeCopy(app, { artistId: ann.id, year: 2029, number })
  const { artists, ...list } = await listOf(app, admin, 'year=2029')
  expect(artists.map((row) => row.artist.id)).toEqual([ann.id, rosa.id, tom.id])
  expect(artists).toMatchObject([
    { reportability: 'services', accountId: null, missing: ['An account'], copy: { number: 2 } },
    { reportability: 'services', accountId: 'acct_rosa', missing: ['Your tax number'], copy: null },
    { reportability: 'licences', licences: { sales: 40, considerationPence: 900_000 } },
  ])
  expect(list).toMatchObject({
    year: 2029,
    total: 3,
    totals: {
      services: { sales: 2, considerationPence: 4100, feePence: 450 },
      licences: { sales: 41, considerationPence: 900_500 },
    },
  })
  // Whether somebody is reportable follows from the year, also where a quarter is read.
  const third = await listOf(app, admin, 'year=2029&quarter=3')
  expect(third.artists.map((row) => [row.reportability, row.licences.sales])).toEqual([
    ['services', 0],
    ['services', 1],
    ['licences', 0],
  ])
  expect(third.totals).toEqual({
    services: { sales: 0, considerationPence: 0, feePence: 0 },
    licences: { sales: 1, considerationPence: 500, feePence: 70 },
  })
})

test('the list has pages, the file has all artists, and an invalid year is read as none', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const artistIds = await storeArtists(app, 52)
  for (const artistId of artistIds) await storeFigures(app, { artistId, year: 2029 })
  const pages = [
    await listOf(app, admin, 'year=2029'),
    await listOf(app, admin, 'year=2029&page=2'),
  ]
  expect(pages.map((page) => page.artists.length)).toEqual([50, 2])
  expect(pages[1]).toMatchObject({ total: 52, totalPages: 2, currentPage: 2 })
  const listed = pages.flatMap((page) => page.artists.map((row) => row.artist.id))
  const saved = recordsOf((await downloadOf(app, admin, 'year=2029')).body).map(
    (record) => record['Artist'],
  )
  expect(listed.toSorted()).toEqual(artistIds)
  expect(saved).toEqual(artistIds)
  const nothing = await listOf(app, admin, 'year=1&quarter=5')
  expect(nothing.year).toBe(new Date().getFullYear() - (new Date().getMonth() === 0 ? 1 : 0))
})

test('each saving of the file stands in the audit log, with its year and quarter', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const response = await downloadOf(app, admin, 'year=2029&quarter=4')
  expect(response.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringContaining('Undersong platform report 2029 Q4.csv'),
  })
  await downloadOf(app, admin, 'year=2029')
  const log = await app.db
    .selectFrom('admin_actions')
    .select(['admin_id', 'action', 'note', 'details'])
    .orderBy('id')
    .execute()
  const action = 'download_platform_report'
  expect(log).toEqual([
    {
      admin_id: admin.id,
      action,
      note: 'Saved Undersong platform report 2029 Q4.csv.',
      details: { year: 2029, quarter: 4 },
    },
    {
      admin_id: admin.id,
      action,
      note: 'Saved Undersong platform report 2029.csv.',
      details: { year: 2029 },
    },
  ])
  await listOf(app, admin, 'year=2029')
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toHaveLength(2)
})

test('an admin without a second factor reads and saves nothing', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: false })
    .where('id', '=', admin.id)
    .execute()
  const list = await app.call('GET /api/proxy/admin/reporting', { as: admin })
  expect(codeOf(list)).toBe('two_factor_required')
  expect(codeOf(await downloadOf(app, admin, ''))).toBe('two_factor_required')
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toEqual([])
})
