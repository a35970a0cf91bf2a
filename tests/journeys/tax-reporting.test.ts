// An admin reads what the tax authority is told of artists and saves it; an artist reads and prints the own copy.

import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { taxReportPath } from '../../src/rules/page-paths.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import { storeTaxReport } from '../support/platform-report/stored-tax-report.ts'
import { recordsOf } from '../support/sales/read-csv.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const admin = await createApiAdmin(app, 'Ada Admin')
const copyId = await storeTaxReport(app, app.artist)

test('an admin opens the year, chooses a quarter, saves the file, and the audit log says so', async () => {
  await using visitor = await browser.visitorAs(app.url, admin, { ...desktop, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/admin/audit-log`)
  await page.getByRole('link', { name: 'Tax reporting' }).click()
  await page.getByLabel('Year').selectOption('2024')
  await page.getByRole('button', { name: 'Show' }).click()
  const row = page.getByRole('row', { name: /are personal services/ })
  await row.getByText('£40.00').waitFor()
  await page.getByLabel('Quarter').selectOption('October to December')
  await page.getByRole('button', { name: 'Show' }).click()
  await row.getByText('0 sales, our fees £0.00').first().waitFor()
  expect(await row.getByText('£40.00').count()).toBe(0)
  expect(await markupProblems(await page.content())).toEqual([])

  await page.getByLabel('Quarter').selectOption('All')
  await page.getByRole('button', { name: 'Show' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Undersong platform report 2024.csv')
  const records = recordsOf(await readFile(await download.path(), 'utf8'))
  expect(records).toMatchObject([
    { Activity: 'Personal services: commissions', Reported: 'yes', 'Credited (GBP)': '40.00' },
    { Activity: 'Licences of tracks', Reported: 'no', 'Credited (GBP)': '15.00' },
  ])
  await page.getByRole('link', { name: 'Who has saved it' }).click()
  await page.getByText('Saved Undersong platform report 2024.csv.').waitFor()
})

test('the page has no problems on screens of every size', async () => {
  await using visitor = await browser.visitorAs(app.url, admin)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/admin/reporting?year=2024`)
  await settle(page)
  expect(await problemsOnScreens(page)).toEqual([])
})

test('an artist finds the copy of a year among the papers, also at the former address, without scripts, and on a phone', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist, { ...phone, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard/sales`)
  await page.getByRole('link', { name: /^Your papers/ }).click()
  await page.getByRole('link', { name: 'Tax report 1' }).click()
  await page.getByText('A later copy corrects this one.').waitFor()
  await page.goto(`${app.url}/artist-dashboard/tax-reports`)
  expect(page.url()).toBe(`${app.url}/artist-dashboard/papers?kind=tax_report`)
  await page.getByRole('link', { name: 'Tax report 2' }).click()
  await page.getByRole('heading', { name: 'Tax report for 2024' }).waitFor()
  expect(await page.getByText('A later copy corrects this one.').count()).toBe(0)
  expect(await markupProblems(await page.content())).toEqual([])

  await using seeing = await browser.visitorAs(app.url, app.artist)
  const shown = await seeing.newPage()
  await shown.goto(page.url())
  await settle(shown)
  expect(await problemsOnScreens(shown)).toEqual([])
  await shown.emulateMedia({ media: 'print' })
  expect(await shown.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await shown.getByRole('table').count()).toBe(2)
})

test('whoever is no admin, or not the artist of the copy, reads that there is no such page', async () => {
  const statusOf = async (path: string) => (await app.singer.call(`GET ${path}`)).status
  expect(await statusOf('/admin/reporting')).toBe(404)
  expect(await statusOf(taxReportPath(copyId))).toBe(404)
})
