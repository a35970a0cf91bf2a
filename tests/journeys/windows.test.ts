import type { BrowserContext } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { ApiPerson } from '../support/api-person.ts'
import { logInAs, openBrowser } from '../support/browser.ts'
import { openStockedShop } from '../support/stocked-shop.ts'

const shop = await openStockedShop()
afterAll(() => shop[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

async function visitorAs(person: ApiPerson): Promise<BrowserContext> {
  const visitor = await browser.visitor()
  await logInAs(visitor, shop.url, person)
  return visitor
}

test('logging out in one window takes the library off the screen of the other', async () => {
  await using visitor = await visitorAs(shop.singer)
  const library = await visitor.newPage()
  await library.goto(`${shop.url}/my-tracks`)
  await library.getByRole('heading', { level: 1, name: 'My Tracks' }).waitFor()
  await library.getByRole('button', { name: /^Account of/ }).waitFor()

  const other = await visitor.newPage()
  await other.goto(shop.url)
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('link', { name: 'Log in' }).first().waitFor()

  await expect.poll(() => new URL(library.url()).pathname, { timeout: 15_000 }).toBe('/login')
})

test('without a connection nothing that was typed is lost, and every part still answers', async () => {
  await using visitor = await visitorAs(shop.artist)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/artist-dashboard`)
  await page.getByText('Upload New Track').click()
  await page.getByLabel('Title', { exact: true }).fill('Half a title')
  await visitor.setOffline(true)

  await page.getByRole('link', { name: 'Tracks', exact: true }).first().click()
  await page.getByText('Network error - check your connection').first().waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a title')
  expect(new URL(page.url()).pathname).toBe('/artist-dashboard')
})
