// From paying to singing: the new tracks, the receipt, the full recording in the player, other formats, everything as a ZIP.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { brokenRules, openBrowser, phone, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { sha256 } from '../support/owned/owned-recordings.ts'
import { playWithoutEnd, rememberPlayers } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const run = promisify(execFile)

test('a bought track is there at once, with its receipt, plays in full, becomes an MP3, and is in the ZIP of everything (CHK-08, CHK-09)', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await rememberPlayers(page)
  await playWithoutEnd(page)
  await page.goto(`${app.url}/tracks/${app.longTrackId}`)
  await settle(page)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await page.waitForURL(/\/cart/)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Card number').waitFor()
  await expect.poll(() => loadedFonts(page)).toEqual(['Figtree', 'Young Serif'])
  await payByCard(page)
  await page.waitForURL(/\/my-tracks\?order=/)
  const bought = page.getByRole('region', { name: 'It’s yours. Sing it.' })
  await bought.getByText('New', { exact: true }).waitFor()
  await settle(page)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await brokenRules(page, scheme)).toEqual([])
  }

  await bought.getByRole('button', { name: /^Play I Am the Very Model/ }).click()
  await page.waitForFunction(() => (window.players?.at(-1)?.currentTime ?? 0) > 0.2)
  // A preview of it is half as long.
  const seconds = await page.evaluate(() => window.players?.at(-1)?.duration ?? 0)
  expect(Math.abs(seconds - 12)).toBeLessThan(0.1)
  await bought.getByRole('button', { name: /^Pause I Am the Very Model/ }).click()

  // It is made at the purchase.
  const mp3 = await download(page, () => mp3Link(bought).first().click())
  expect(mp3.name).toMatch(/^I Am the Very Model.*\.mp3$/)

  const zip = await download(page, () => page.getByRole('link', { name: 'Download all' }).click())
  expect(zip.name).toBe('Undersong tracks.zip')
  expect((await hashesIn(zip.path)).toSorted()).toEqual(await hashesOfOwned())

  await bought.getByRole('link', { name: /^Receipt UND-/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/receipts/UND-000002')
  await page.getByRole('cell', { name: /^I Am the Very Model/ }).waitFor()
  await settle(page)
  expect(await brokenRules(page, 'light')).toEqual([])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await page
    .locator('header, footer, nav, button')
    .evaluateAll((parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.textContent),
    )
  // The header of the receipt itself.
  expect(printed.map((text) => text.slice(0, 13))).toEqual(['ReceiptNumber'])
})

test('the library is searched, read and added to without a script, on a phone, and a track’s breadcrumb leads back to it (NAV-10)', async () => {
  await using visitor = await browser.visitor({ ...phone, scripts: false })
  for (const pair of app.singer.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    await visitor.addCookies([{ name, value: value.join('='), url: app.url }])
  }
  const page = await visitor.newPage()
  await page.goto(`${app.url}/my-tracks`)
  await page.getByRole('link', { name: 'Barbara Allen', exact: true }).click()
  await page.waitForURL(/\/tracks\/.+\?from=my-tracks/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('My Tracks').click()
  await page.waitForURL(/\/my-tracks$/)
  // Two tracks are seen at a glance: without a search in the address there is no form.
  expect(await page.getByRole('searchbox', { name: 'Search my tracks' }).count()).toBe(0)
  await page.goto(`${app.url}/my-tracks?query=zither`)
  await page.getByRole('searchbox', { name: 'Search my tracks' }).fill('barb')
  await page.getByLabel('Sort by').selectOption('title')
  await page.getByRole('button', { name: 'Search' }).last().click()
  await page.waitForURL(/\/my-tracks\?query=barb&orderBy=title/)
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Barbara Allen'])
  await page.getByText('Preparing your MP3…').or(mp3Link(page)).first().waitFor()
  await page.getByRole('link', { name: 'Receipts' }).click()
  await page.getByRole('link', { name: 'UND-000001' }).click()
  await page.getByRole('cell', { name: /^Barbara Allen/ }).waitFor()
})

function mp3Link(part: Page | Locator) {
  return part.getByRole('link', { name: /^Download (I Am|Barbara).* as MP3/ })
}

/** The fonts that the payment page has loaded under its policy. */
function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
    return loaded.map(({ family }) => family.replaceAll('"', '')).toSorted()
  })
}

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Mia Sings')
  await page.getByRole('button', { name: /^Pay £/ }).click()
}

async function download(page: Page, start: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await start()
  const file = await downloading
  return { name: file.suggestedFilename(), path: await file.path() }
}

/** Unpacked by Info-ZIP, which knows nothing of the library that has written the file. */
async function hashesIn(zip: string): Promise<string[]> {
  const folder = join(app.dataDir, 'unpacked')
  await run('unzip', ['-q', zip, '-d', folder])
  const { stdout } = await run('unzip', ['-Z1', zip])
  const names = stdout.trim().split('\n')
  return Promise.all(names.map(async (name) => sha256(await readFile(join(folder, name)))))
}

async function hashesOfOwned(): Promise<string[]> {
  const rows = await queryDatabase<{ sha: string }>(
    app.dataDir,
    `select original_sha256 as sha from tracks join entitlements on track_id = tracks.id
     join users on users.id = user_id where username = 'Mia Sings'`,
  )
  expect(rows).toHaveLength(2)
  return rows.map(({ sha }) => sha).toSorted()
}
