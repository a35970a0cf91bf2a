// A month's statement, read on a phone, printed and saved, with a script and without.

import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { linkSentTo } from '../support/accounts/confirm-email.ts'
import { openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import { openDatabaseOf } from '../support/money/stored-differences.ts'
import { recordsOf } from '../support/sales/read-csv.ts'
import { endMonth } from '../support/statements/ended-month.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const database = await openDatabaseOf(app)
afterAll(() => database.close())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

test('an artist opens the statement from the email on a phone, and reads, prints and saves what the ledger says', async () => {
  await endMonth(app, database.db)
  const link = await linkSentTo(app, app.artist.email, '/statements/')
  await using visitor = await browser.visitorAs(app.url, app.artist, phone)
  const page = await visitor.newPage()
  await page.goto(link)
  await settle(page)
  await page.getByRole('heading', { level: 1, name: /^Statement of / }).waitFor()
  const sums = page.getByRole('table', { name: 'Your balance' })
  const row = (name: string) => sums.getByRole('row', { name: new RegExp(`^${name}`) })
  await row('Opening balance').getByRole('rowheader').waitFor()
  const sold = await row('Sales').getByRole('cell').first().textContent()
  expect(sold).toMatch(/^£\d+\.\d\d$/)
  expect(await row('Closing balance').getByRole('cell').allTextContents()).toHaveLength(3)
  await page.getByRole('table', { name: 'Every movement' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  )
  expect([await problemsOnScreens(page), await markupProblems(await page.content())]).toEqual([
    [],
    [],
  ])

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as CSV' }).click()
  const records = recordsOf(await readFile(await (await saving).path(), 'utf8'))
  expect(records.at(0)).toMatchObject({ Kind: 'Opening balance', 'Balance (GBP)': '0.00' })
  const soldInFile = records
    .filter(({ Kind }) => Kind === 'Sales')
    .reduce((sum, record) => sum + Number(record['Owed to you (GBP)']), 0)
  expect(`£${soldInFile.toFixed(2)}`).toBe(sold)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await page
    .locator('header, footer, nav, button, .btn')
    .evaluateAll((parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.textContent),
    )
  // The header of the statement itself.
  expect(printed.map((text) => text.slice(0, 12))).toEqual(['Statement of'])
  await page.getByRole('table', { name: 'Your balance' }).waitFor()
  const ink = await page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => getComputedStyle(title).color)
  expect(ink, 'as in the light theme').toBe('rgb(42, 26, 18)')
})

test('without a script the papers are listed and read, and an admin finds them on the page of the user', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist, { ...phone, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await page.getByRole('link', { name: 'Papers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Papers' }).waitFor()
  const paper = page.getByRole('table', { name: 'Papers' }).getByRole('row').nth(1)
  const month = await paper.getByRole('cell').nth(1).textContent()
  await paper.getByRole('link', { name: 'Monthly statement 1' }).click()
  await page.getByRole('heading', { level: 1, name: `Statement of ${month}` }).waitFor()
  const path = new URL(page.url()).pathname

  const admin = await createApiAdmin(app, 'Ada Reads')
  const { id } = await app.artist.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')
  await using other = await browser.visitorAs(app.url, admin)
  const record = await other.newPage()
  await record.goto(`${app.url}/admin/users/${id}`)
  await settle(record)
  await record.getByRole('link', { name: 'Monthly statement 1' }).click()
  await record.waitForURL(app.url + path)
  await record.getByRole('heading', { level: 1, name: `Statement of ${month}` }).waitFor()
  expect(new URL(record.url()).pathname).toBe(path)
})
