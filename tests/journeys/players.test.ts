// Previews in a real browser: one at a time, in every tab and on every page.

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { publish } from '../support/api-user.ts'
import { openBrowser, settle } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const title = 'Lament for Owen Roe'
// Long enough to play through the longest test.
const recording = makeWav({ waveform: tone(220), seconds: 60 })
await publish(app, app.artist, recording, { title })
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const bar = (page: Page) => page.getByRole('region', { name: 'Preview player' })
const barSays = (page: Page, status: string) => bar(page).getByText(status, { exact: true })
const preview = (page: Page) => page.getByRole('button', { name: `Preview ${title}`, exact: true })

async function openCatalogue(visitor: BrowserContext): Promise<Page> {
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks?query=lament`)
  await settle(page)
  return page
}

test('a visitor’s preview pauses the one in another tab, and of two tabs that start at once one plays (PLY-06, PLY-11, ROL-03)', async () => {
  await using visitor = await browser.visitor()
  const [first, second] = await Promise.all([openCatalogue(visitor), openCatalogue(visitor)])
  await preview(first).click()
  await barSays(first, 'Playing').waitFor()
  await preview(second).click()
  await barSays(second, 'Playing').waitFor()
  await barSays(first, 'Paused').waitFor()
  // A pause by another tab is not an error.
  expect(await first.getByRole('alert').count()).toBe(0)

  await bar(second)
    .getByRole('button', { name: `Pause ${title}` })
    .click()
  await barSays(second, 'Paused').waitFor()
  await Promise.all([
    bar(first)
      .getByRole('button', { name: `Preview ${title}` })
      .click(),
    bar(second)
      .getByRole('button', { name: `Preview ${title}` })
      .click(),
  ])
  const statuses = () =>
    Promise.all([first, second].map((page) => bar(page).getByRole('status').innerText()))
  await expect.poll(async () => (await statuses()).toSorted()).toEqual(['Paused', 'Playing'])
})

test('the bar plays on while the visitor opens other pages (PLY-12)', async () => {
  await using visitor = await browser.visitor()
  const page = await openCatalogue(visitor)
  await preview(page).click()
  await barSays(page, 'Playing').waitFor()
  await page.getByRole('link', { name: 'Copyright policy' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Copyright policy' }).waitFor()
  expect(await bar(page).getByRole('status').innerText()).toBe('Playing')
})

test('media controls get the title, a bitmap of the cover and the position', async () => {
  await using visitor = await browser.visitor()
  const page = await openCatalogue(visitor)
  await preview(page).click()
  await barSays(page, 'Playing').waitFor()
  const shown = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession
      const artwork = metadata?.artwork[0]?.src ?? ''
      return { shownTitle: metadata?.title, artwork, playbackState }
    })
  await expect.poll(shown).toMatchObject({ shownTitle: title, playbackState: 'playing' })
  const picture = await page.request.get((await shown()).artwork)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
})

test('a preview that failed without a connection plays at the next press, once there is one (PLY-10, ERR-06)', async () => {
  await using visitor = await browser.visitor()
  const page = await openCatalogue(visitor)
  await visitor.setOffline(true)
  await preview(page).click()
  await bar(page).getByText('Network error - check your connection').waitFor()
  await visitor.setOffline(false)
  await bar(page)
    .getByRole('button', { name: `Try again: ${title}` })
    .click()
  await barSays(page, 'Playing').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a failed preview says so and plays at the next press, too, where the bar’s controls could not be loaded; they come with the next start (PLY-10, ERR-06)', async () => {
  await using visitor = await browser.visitor()
  await visitor.route('**/player-bar-*.js', (route) => route.abort())
  const page = await openCatalogue(visitor)
  await visitor.setOffline(true)
  await preview(page).click()
  await bar(page).getByText('Network error - check your connection').waitFor()
  await visitor.setOffline(false)
  await bar(page)
    .getByRole('button', { name: `Try again: ${title}` })
    .click()
  await barSays(page, 'Playing').waitFor()
  const volume = bar(page).getByRole('slider', { name: 'Volume' })
  expect([await page.getByRole('alert').count(), await volume.count()]).toEqual([0, 0])
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing')

  await visitor.unroute('**/player-bar-*.js')
  await bar(page)
    .getByRole('button', { name: `Pause ${title}` })
    .click()
  await bar(page)
    .getByRole('button', { name: `Preview ${title}` })
    .click()
  await volume.waitFor()
  await barSays(page, 'Playing').waitFor()
})
