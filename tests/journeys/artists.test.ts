// The list of artists without a mouse, and without scripts.
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import {
  brokenRules,
  deadControls,
  desktop,
  hasFocus,
  openBrowser,
  settle,
  tabTo,
} from '../support/browser.ts'
import { addArtists } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

// With the artist of the prepared folder, one more than a page has.
await addArtists(
  app.dataDir,
  Array.from({ length: 10 }, (_, at) => `Fiddler ${at + 1}`),
)
const everyone = 'Search Results 11 artists'
const maxTabStops = 60

test('by keyboard alone a visitor filters the artists and pages through them; Back and Forward lead through what was shown', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  const shown = async (heading: string, artists: number, path: string) => {
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(artists)
    expect(page.url()).toBe(app.url + path)
  }
  const reach = async (locator: Locator) => {
    if (!(await hasFocus(locator))) await tabTo(page, locator, maxTabStops)
  }
  await page.goto(`${app.url}/artists`)
  await settle(page)
  await shown('Artists 0 artists', 0, '/artists')

  await reach(page.locator('summary', { hasText: 'Advanced Filters' }))
  await page.keyboard.press('Enter')
  await reach(page.getByRole('radio', { name: 'Available', exact: true }))
  await page.keyboard.press('ArrowUp')
  const all = '/artists?availableForCommission=all'
  await shown(everyone, 10, all)
  expect(await hasFocus(page.getByRole('radio', { name: 'All', exact: true }))).toBe(true)
  await reach(page.getByRole('link', { name: 'Go to page 2' }))
  await page.keyboard.press('Enter')
  await shown(everyone, 1, `${all}&page=2`)
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Results' }))).toBe(true)
  await settle(page)
  expect(await brokenRules(page, 'light')).toEqual([])

  await page.goBack()
  await shown(everyone, 10, all)
  await page.goBack()
  await shown('Artists 0 artists', 0, '/artists')
  await page.goForward()
  await page.goForward()
  await shown(everyone, 1, `${all}&page=2`)
})

test('without JavaScript the filters are a plain form, and the pages are links', async () => {
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artists`)
  expect(await deadControls(page)).toEqual([])
  await page.getByText('Advanced Filters').click()
  await page.getByRole('radio', { name: 'All', exact: true }).check()
  await page.getByRole('button', { name: 'Show artists' }).click()
  await page.getByRole('heading', { level: 1, name: everyone }).waitFor()
  await page.getByRole('link', { name: 'Go to page 2' }).click()
  await page.getByRole('link', { name: 'Page 2', exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)

  await page.getByRole('searchbox', { name: 'Search artists' }).fill('bartholomew')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('article', { name: 'Bartholomew Featherstonehaugh' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})
