// An admin settles what was paid in another way: from the user's page to the form, with a script and without.

import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import { storeOwedMoney } from '../support/money/owed-money.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Settles')
const owed = await storeOwedMoney(app)

test.each([`/admin/refunds/${owed.refundId}`, `/admin/transfers/${owed.transferId}`])(
  'the page %s is accessible, on a phone and wide, light and dark',
  async (path) => {
    await using visitor = await browser.visitorAs(app.url, admin)
    const page = await visitor.newPage()
    await page.goto(app.url + path)
    await settle(page)
    expect(await problemsOnScreens(page)).toEqual([])
  },
)

test.each([
  ['refund', owed.refundId, { ...phone, scripts: false }],
  ['transfer', owed.transferId, desktop],
] as const)(
  'a %s (%s) is settled from the page of its owner, on a screen of %j',
  async (kind, id, screen) => {
    await using visitor = await browser.visitorAs(app.url, admin, screen)
    const page = await visitor.newPage()
    await page.goto(`${app.url}/admin/${kind}s/${id}`)
    expect(await markupProblems(await page.content())).toEqual([])
    // Its owner's page lists it.
    await page.locator('dl').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Owed to them' }).waitFor()
    expect(await markupProblems(await page.content())).toEqual([])
    const name = kind === 'refund' ? 'Refund of £4.20' : 'Transfer of £5.00'
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('table', { name: 'What the ledger will say' }).first().waitFor()
    await page.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByText('Please say why.').first().waitFor()
    await page.getByLabel(/^Reference/).fill('FPS 17')
    await page.getByLabel(/^Reason/).fill('The card is closed.')
    await page.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByText('It is settled, and owed no more.').waitFor()
    await page.getByText('FPS 17').waitFor()
    expect(await page.getByRole('button', { name: 'Settle', exact: true }).count()).toBe(0)
    expect(await markupProblems(await page.content())).toEqual([])
  },
)
