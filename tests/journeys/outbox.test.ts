import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { desktop, openBrowser, problemsOnScreens, settle } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

test('a new artist of a trial confirms the email by pressing the link in the outbox', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(`${app.url}/register?role=artist`)
  await settle(page)
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill('nell@example.com')
  await main.getByLabel('Username').fill('Nell Ashgrove')
  await main.getByLabel('Password', { exact: true }).fill('sing it to me')
  await main.getByRole('button', { name: 'Open my account' }).click()
  await page.waitForURL((url) => url.pathname !== '/register')

  await page.goto(`${app.url}/dev/outbox`)
  const sent = await untilListed(page, 'nell@example.com')
  await sent.getByRole('link').first().click()
  await page.getByRole('heading', { name: 'As plain text' }).waitFor()
  const email = await (await page.locator('iframe').elementHandle())?.contentFrame()
  // The origin of a sandboxed frame is no site's.
  expect(await email?.evaluate(() => origin)).toBe('null')
  const opening = visitor.waitForEvent('page')
  await email?.getByRole('link', { name: /confirm/i }).click()
  const opened = await opening
  await settle(opened)
  await opened.getByRole('button', { name: 'Confirm my email' }).click()
  await opened.getByText('nell@example.com is confirmed.').waitFor()
})

/** A job sends the email soon after the registration. */
async function untilListed(page: Page, address: string) {
  const rows = page.getByRole('listitem').filter({ hasText: address })
  await expect
    .poll(async () => {
      await page.getByRole('link', { name: 'Look again' }).click()
      return rows.count()
    })
    .toBe(1)
  return rows
}

test('the outbox and an email in it break no accessibility rule and fit a phone', async () => {
  // The checker is a script, which the outbox does not allow.
  await using visitor = await browser.visitor({ ...desktop, policy: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/dev/outbox`)
  expect(await problemsOnScreens(page)).toEqual([])
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'As plain text' }).waitFor()
  expect(await problemsOnScreens(page)).toEqual([])
})
