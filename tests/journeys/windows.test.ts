import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { refusalMessage } from '../../src/rules/refusal.ts'
import { createApiUser } from '../support/api-user.ts'
import { desktop, logInAs, openBrowser, phone } from '../support/browser.ts'
import { createDataFolder } from '../support/running-app.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const site = await openStockedApp()
afterAll(() => site[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

test('logging out in one window takes the library off the screen of the other', async () => {
  await using visitor = await browser.visitorAs(site.url, site.singer)
  const library = await visitor.newPage()
  await library.goto(`${site.url}/my-tracks`)
  await library.getByRole('heading', { level: 1, name: 'My Tracks' }).waitFor()
  await library.getByRole('button', { name: /^Account of/ }).waitFor()

  const other = await visitor.newPage()
  await other.goto(site.url)
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('link', { name: 'Log in' }).first().waitFor()

  await expect.poll(() => new URL(library.url()).pathname, { timeout: 15_000 }).toBe('/login')
})

test('without a connection nothing that was typed is lost, and every part still answers', async () => {
  await using visitor = await browser.visitorAs(site.url, site.artist)
  const page = await visitor.newPage()
  await page.goto(`${site.url}/artist-dashboard`)
  // Its scripts are there: without them a link is the browser's, which leaves the page.
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await page.getByText('Upload New Track').click()
  await page.getByLabel('Title', { exact: true }).fill('Half a title')
  await visitor.setOffline(true)

  await page.getByRole('link', { name: 'Tracks', exact: true }).first().click()
  await page.getByText('Network error - check your connection').first().waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a title')
  expect(new URL(page.url()).pathname).toBe('/artist-dashboard')
})

/** Scripts wait until they are let through, as on a slow line. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is pressed before the scripts have arrived takes effect with them, once, and Buy Now and View Cart open the cart (CHK-07, NAV-08)', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const letScriptsThrough = await holdScripts(page)
  await page.goto(`${site.url}/tracks/${site.longTrackId}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await button('Add to Basket').click()
  await page.locator('.track-head .play').click()
  await page.locator('.track-head .play').click()
  await page.getByText('Dark', { exact: true }).click()
  expect(await page.getByRole('region', { name: 'Preview player' }).count()).toBe(0)

  letScriptsThrough()
  await button('Basket, 1 item').waitFor()
  await page.getByRole('region', { name: 'Preview player' }).getByText('Playing').waitFor()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await button('Basket, 1 item').click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.waitForURL(`${site.url}/cart`)
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()

  const letThroughAgain = await holdScripts(page)
  await page.goto(`${site.url}/tracks/${site.boughtTrackId}`, { waitUntil: 'commit' })
  await button('Buy Now').click()
  const seek = page.locator('.track-head input[type=range]')
  await seek.click()
  letThroughAgain()
  await page.waitForURL(`${site.url}/cart`)
  await page.getByRole('row', { name: /Barbara Allen/ }).waitFor()
  const bar = page.getByRole('region', { name: 'Preview player' })
  await bar.getByText('Playing').waitFor()
  // From the middle of it, where the waveform was pressed.
  const seconds = (await bar.getByRole('slider').getAttribute('aria-valuetext'))?.match(/\d+/g)
  const [position = 0, length = 0] = seconds?.map(Number) ?? []
  expect(length).toBeGreaterThan(1)
  expect(position).toBeGreaterThanOrEqual(Math.floor(length / 2))

  const letThroughLast = await holdScripts(page)
  await page.goto(`${site.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('barbara')
  letThroughLast()
  await page.getByRole('heading', { name: 'Search Results 1 track' }).waitFor()

  const letSortThrough = await holdScripts(page)
  await page.goto(`${site.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  letSortThrough()
  await page.waitForURL(/orderBy=price/)
})

test('a page for everyone offers to log in before its scripts arrive, but not where an account is in use', async () => {
  await using visitor = await browser.visitorAs(site.url, site.artist)
  const page = await visitor.newPage()
  await page.goto(site.url)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.waitFor()
  const letScriptsThrough = await holdScripts(page)
  await page.goto(`${site.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  // As soon as the style sheet is there, too.
  await expect.poll(() => page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
  letScriptsThrough()
  await account.waitFor()
})

test('no form of a page leads to another site, except to the card provider', async () => {
  const artist = await createApiUser(site, 'artist', 'Tom Adeyemi')
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  await logInAs(visitor, site.url, artist)
  const page = await visitor.newPage()
  await page.goto(`${site.url}/artist-dashboard`)
  await page.getByRole('button', { name: 'Set up payments' }).click()
  await page.waitForURL((address) => address.origin !== site.url)
  await page.getByRole('button', { name: 'Continue' }).first().waitFor()

  await using other = await browser.visitor()
  const planted = await other.newPage()
  await planted.goto(site.url)
  const stopped = planted.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) =>
          resolve([event.effectiveDirective, event.blockedURI]),
        )
        const form = document.createElement('form')
        form.action = 'https://elsewhere.test/'
        document.body.append(form)
        form.submit()
      }),
  )
  expect(await stopped).toEqual(['form-action', 'https://elsewhere.test/?'])
  expect(planted.url()).toBe(`${site.url}/`)
})

test('an artist whose large file is refused after its first bytes reads why in the form', async () => {
  await using data = await createDataFolder()
  const file = join(data.path, 'take.wav')
  // Named like a recording, as nothing else passes the form's own checks.
  await writeFile(file, Buffer.alloc(50 * 1024 ** 2, 'no recording'))
  await using visitor = await browser.visitorAs(site.url, site.artist)
  const page = await visitor.newPage()
  await page.goto(`${site.url}/artist-dashboard`)
  await page.getByText('Upload New Track').click()
  const form = page.getByRole('form', { name: 'Upload New Track' })
  await form.getByLabel('Track file').setInputFiles(file)
  await form.getByLabel('Title').fill('The Skye Boat Song')
  await form.getByLabel('Original artist').fill('Traditional')
  await form.getByLabel('Price in pounds').fill('4.99')
  await form.getByLabel('Description').fill('Fingerpicked.')
  await form.getByLabel('Track format').selectOption('Backing Track')
  await form.getByLabel('Instrumentation').selectOption('Acoustic Guitar')
  await form.getByLabel(/I confirm that I recorded this track myself/).check()
  const responded = page.waitForResponse(/api\/proxy\/tracks$/)
  await form.getByRole('button', { name: 'Upload track' }).click()
  expect((await responded).status()).toBe(415)
  await form.getByText(refusalMessage('audio_not_recognised')).first().waitFor()
})
