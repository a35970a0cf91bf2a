// What waits for a person: in full lists with long names, taken care of and handed back, with a script and without.

import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { storeDebt, storeOwedMoney } from '../support/money/owed-money.ts'
import { storeBankDispute } from '../support/money/stored-bank-dispute.ts'
import { createDifference, openDatabaseOf } from '../support/money/stored-differences.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const database = await openDatabaseOf(app)
afterAll(() => database.close())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada of a name as long as it is')

const owed = await storeOwedMoney(app)
await storeDebt(app)
await storeBankDispute(app)
await createDifference(database, { subject: 'a payment' })
// Of one admin, and of nobody.
const { transferId } = await storeOwedMoney(app)
await admin.request(`POST /api/proxy/admin/tasks/transfer/${transferId}/take`, { from: 'nobody' })
await queryDatabase(
  app.dataDir,
  `update users set display_name = left('Rosa ${'Lindqvist'.repeat(3)}' || id::text, 40) where role = 'artist'`,
)

test.each([
  '/admin/tasks',
  '/admin/refunds',
  '/admin/transfers',
  '/admin/transfers?owner=mine',
  '/admin/debts',
  '/admin/bank-disputes?owner=mine',
  '/admin/bank-disputes',
  '/admin/reconciliation',
  `/admin/transfers/${transferId}`,
])('the page %s with tasks is accessible, on a phone and wide, light and dark', async (path) => {
  await using visitor = await browser.visitorAs(app.url, admin)
  const page = await visitor.newPage()
  await page.goto(app.url + path)
  await settle(page)
  expect(await problemsOnScreens(page)).toEqual([])
  expect(await markupProblems(await page.content())).toEqual([])
})

test.each([
  ['without a script on a phone', { ...phone, scripts: false }],
  ['with a script on a wide screen', desktop],
] as const)(
  'an admin finds a task that is nobody’s, takes care of it and hands it back, %s',
  async (_how, screen) => {
    await using visitor = await browser.visitorAs(app.url, admin, screen)
    const page = await visitor.newPage()
    await page.goto(`${app.url}/admin/tasks`)
    await page.getByRole('link', { name: /of nobody’s: Transfers that have failed$/ }).click()
    await page.getByRole('heading', { name: 'Transfers' }).waitFor()
    await page.locator(`a[href$="${owed.transferId}"]`).click()
    await page.getByRole('heading', { name: 'Next step' }).waitFor()
    await page.getByRole('button', { name: /^I take care of it/ }).click()
    await page.getByRole('button', { name: /^Hand it back/ }).waitFor()
    await page.goto(`${app.url}/admin/transfers?owner=mine`)
    await page.locator(`a[href$="${owed.transferId}"]`).waitFor()
    const mine = page
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="${owed.transferId}"]`) })
    await mine.getByRole('button', { name: /^Hand it back/ }).click()
    await expect.poll(() => page.locator(`a[href$="${owed.transferId}"]`).count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?owner=mine')
  },
)
