// A customer asks for the money of a track back, an admin accepts, and the track is gone: without a script on a phone, and with
// one on a wide screen.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** What looks for them is a script itself. */
async function problemsOf(page: Page, { scripts = true }: { scripts?: boolean }) {
  if (!scripts) return []
  await settle(page)
  return problemsOnScreens(page)
}

test.each([{ ...phone, scripts: false }, desktop])(
  'a request is made, accepted with words, and the track is gone from My Tracks, on a screen of %j',
  async (screen) => {
    await using app = await openStockedApp()
    const admin = await createApiAdmin(app, 'Ada Gives')
    await using customer = await browser.visitorAs(app.url, app.singer, screen)
    const own = await customer.newPage()
    await own.goto(`${app.url}/my-tracks`)
    const links = own.getByRole('link', { name: /^Something is wrong with/ })
    const title = ((await links.first().textContent()) ?? '').replace(
      'Something is wrong with ',
      '',
    )
    const before = await links.count()
    await links.first().click()
    await own.getByRole('heading', { name: `Something is wrong with ${title}` }).waitFor()
    expect(await problemsOf(own, screen)).toEqual([])
    await own.getByRole('button', { name: 'Ask for the money back' }).click()
    await own.getByText('Please choose what is wrong').first().waitFor()
    await own.getByLabel(/^What is wrong/).selectOption('wrong_key')
    await own.getByLabel(/^More about it/).fill('It sounds like C.')
    await own.getByRole('button', { name: 'Ask for the money back' }).click()
    await own.getByText('We are looking into it').waitFor()
    expect(await markupProblems(await own.content())).toEqual([])

    await using deciding = await browser.visitorAs(app.url, admin, screen)
    const page = await deciding.newPage()
    await page.goto(`${app.url}/admin/refunds`)
    expect(await problemsOf(page, screen)).toEqual([])
    expect(await markupProblems(await page.content())).toEqual([])
    await page.getByRole('link', { name: new RegExp(`: ${title}$`) }).click()
    await page.getByText('It sounds like C.').waitFor()
    await page.getByRole('table', { name: 'What the ledger will say' }).waitFor()
    expect(await problemsOf(page, screen)).toEqual([])
    await page.getByLabel(/^Decision/).selectOption('accept')
    await page.getByLabel(/^Reason/).fill('You are right, it is in C.')
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByText('The money is on its way back.').waitFor()
    expect(await markupProblems(await page.content())).toEqual([])

    await own.goto(`${app.url}/my-tracks`)
    expect(await links.count()).toBe(before - 1)
    expect(await own.getByRole('link', { name: `Something is wrong with ${title}` }).count()).toBe(
      0,
    )
  },
)

test('a part of a sale is given back after its consequences were read, and the page is accessible', async () => {
  await using app = await openStockedApp()
  const admin = await createApiAdmin(app, 'Ada Divides')
  await using deciding = await browser.visitorAs(app.url, admin, phone)
  const page = await deciding.newPage()
  await page.goto(`${app.url}/admin/refunds?receipt=1`)
  await page
    .getByRole('table', { name: 'What the receipt has sold' })
    .getByRole('link')
    .first()
    .click()
  await page.getByLabel(/^Amount/).fill('1000')
  await page.getByRole('button', { name: 'Show what it does' }).click()
  await page.getByText('Please give back at least a penny').first().waitFor()
  await page.getByLabel(/^Amount/).fill('0.50')
  await page.getByRole('button', { name: 'Show what it does' }).click()
  await page.getByRole('heading', { name: 'Give back £0.50' }).waitFor()
  await page.getByText('stays the customer’s').waitFor()
  await settle(page)
  expect(await problemsOnScreens(page)).toEqual([])
  expect(await markupProblems(await page.content())).toEqual([])
  await page.getByLabel(/^Reason/).fill('A short click at the end.')
  await page.getByRole('button', { name: 'Give back £0.50' }).click()
  await page.getByText('The money is on its way back.').waitFor()
})
