import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { refusalMessage } from '../../src/rules/errors/refusal.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { createApiUser } from '../support/api-user.ts'
import { desktop, logInAs, openBrowser, phone, settle } from '../support/browser.ts'
import { createDataFolder } from '../support/running-app.ts'
import { playWithoutEnd, rememberPlayers } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

test('logging out in one tab hides the library in another tab', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const library = await visitor.newPage()
  await library.goto(`${app.url}/my-tracks`)
  await library.getByRole('heading', { level: 1, name: 'My Tracks' }).waitFor()
  await library.getByRole('button', { name: /^Account of/ }).waitFor()

  const other = await visitor.newPage()
  await other.goto(app.url)
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('link', { name: 'Log in' }).first().waitFor()

  await expect.poll(() => new URL(library.url()).pathname).toBe('/login')
})

test('without a connection no typed text is lost, and navigation shows an error', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(`${app.url}/register`)
  // Before the scripts the browser follows a link itself and leaves the page.
  await settle(page)
  await page.getByLabel('Username').fill('Half a name')
  await visitor.setOffline(true)

  await page.getByRole('link', { name: 'Tracks', exact: true }).first().click()
  await page.getByText('Network error - check your connection').first().waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('Half a name')
  expect(new URL(page.url()).pathname).toBe('/register')
})

/** Delays scripts until the returned function is called, as on a slow connection. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a press before the scripts have loaded takes effect once they have, and Buy Now and View Cart open the cart (CHK-07, NAV-08, TRK-29)', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await rememberPlayers(page)
  await playWithoutEnd(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const releaseScripts = await holdScripts(page)
  await page.goto(`${app.url}/tracks/${app.longTrackId}`, { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  await button('Add to Basket').click()
  const buying = page.getByRole('region', { name: 'Buy' })
  await buying.locator('.play').click()
  await buying.locator('.play').click()
  await page.getByText('Dark', { exact: true }).click()
  expect(await page.getByRole('region', { name: 'Preview player' }).count()).toBe(0)

  releaseScripts()
  await button('Basket, 1 item').waitFor()
  await buying.getByRole('button', { name: /^Pause / }).waitFor()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await button('Basket, 1 item').click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.waitForURL(`${app.url}/cart`)
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()

  const releaseAgain = await holdScripts(page)
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`, { waitUntil: 'commit' })
  await button('Buy Now').click()
  const seek = page.locator('.track-head input[type=range]')
  await seek.click()
  releaseAgain()
  await page.waitForURL(`${app.url}/cart`)
  await page.getByRole('row', { name: /Barbara Allen/ }).waitFor()
  const bar = page.getByRole('region', { name: 'Preview player' })
  await bar.getByText('Playing').waitFor()
  // From the middle, where the waveform was pressed.
  const [from = 0, length = 0] = await page.evaluate(() => [
    window.starts?.at(-1),
    window.players?.at(-1)?.duration,
  ])
  expect(from / length).toBeCloseTo(0.5, 1)

  const releaseSearch = await holdScripts(page)
  await page.goto(`${app.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('barbara')
  releaseSearch()
  await page.getByRole('heading', { name: 'Search Results 1 track' }).waitFor()

  const releaseSort = await holdScripts(page)
  await page.goto(`${app.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  releaseSort()
  await page.waitForURL(/orderBy=price/)
})

test('a public page offers to log in before its scripts load, but not if the browser has a logged-in account', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(app.url)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.waitFor()
  const releaseScripts = await holdScripts(page)
  await page.goto(`${app.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  // Waits for the style sheet.
  await expect.poll(() => page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
  releaseScripts()
  await account.waitFor()
})

test('no form of a page leads to another site, except to the card provider', async () => {
  const artist = await createApiUser(app, 'artist', 'Tom Adeyemi')
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  await logInAs(visitor, app.url, artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await page.getByRole('button', { name: 'Set up payments' }).click()
  await page.waitForURL((address) => address.origin !== app.url)
  await page.getByRole('button', { name: 'Continue' }).first().waitFor()

  await using other = await browser.visitor()
  const planted = await other.newPage()
  await planted.goto(app.url)
  const violation = planted.evaluate(
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
  expect(await violation).toEqual(['form-action', 'https://elsewhere.test/?'])
  expect(planted.url()).toBe(`${app.url}/`)
})

test('a large file that is refused after its first bytes shows the reason in the form', async () => {
  await using data = await createDataFolder()
  const file = join(data.path, 'take.wav')
  // Named like a recording, because the form's own checks refuse other names.
  await writeFile(file, Buffer.alloc(50 * 1024 ** 2, 'no recording'))
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await settle(page)
  await page.getByText('Upload New Track').click()
  const form = page.getByRole('form', { name: 'Upload New Track' })
  await form.getByLabel('Title').fill('The Skye Boat Song')
  await form.getByLabel('Track file').setInputFiles(file)
  await form.getByText(refusalMessage('audio_not_recognised')).first().waitFor()
  await form.getByRole('button', { name: 'Try another file' }).waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('The Skye Boat Song')
})

test('an admin bans an artist, whose open page says so and goes home; after an unban the artist goes on (BAN-06, BAN-07)', async () => {
  const admin = await createApiAdmin(app, 'Ada Admin')
  const users = `${app.url}/admin/users`
  const foreign = await fetch(users, { headers: { cookie: app.artist.cookie } })
  expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([404, 'no-store'])
  const unknown = await fetch(users, { redirect: 'manual' })
  expect(unknown.headers.get('location')).toBe('/login?next=%2Fadmin%2Fusers')
  const shown = await fetch(users, { headers: { cookie: admin.cookie } })
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await shown.text()).toContain('<meta name="robots" content="noindex"')
  const name = app.artist.username
  await using banned = await browser.visitorAs(app.url, app.artist)
  const dashboard = await banned.newPage()
  await dashboard.goto(`${app.url}/artist-dashboard`)
  await dashboard.getByRole('button', { name: /^Account of/ }).waitFor()
  await using visitor = await browser.visitorAs(app.url, admin)
  const room = await visitor.newPage()
  const decide = async (verb: string) => {
    await room.getByRole('button', { name: `${verb} ${name}` }).click()
    const dialog = room.getByRole('dialog', { name: `${verb} ${name}?` })
    await dialog.getByLabel(/^What .* is told$/).fill('A complaint.')
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  await room.goto(`${users}?query=${name.slice(0, 8)}`)
  // Watched from the start, in the page itself: the notice ends some seconds after the way home.
  const told = dashboard.getByRole('alert').filter({ hasText: 'Access Denied' }).waitFor()
  const toldAtHome = dashboard.waitForFunction(() => {
    const notice = document.querySelector('[role=alert]')
    const isTold = notice?.checkVisibility() && notice.textContent.includes('Access Denied')
    return location.pathname === '/' && isTold
  })
  await decide('Ban')
  await Promise.all([told, toldAtHome])
  await dashboard.goto(`${app.url}/my-tracks`)
  await dashboard.getByRole('heading', { name: 'Access Denied' }).waitFor()
  // The page stays open to them: what it is refused is not asked for again and again.
  await dashboard.goto(app.url)
  await settle(dashboard)

  await room
    .getByRole('row', { name: new RegExp(name) })
    .getByText('Banned')
    .waitFor()
  await decide('Unban')
  await dashboard.goto(`${app.url}/artist-dashboard`)
  await dashboard.getByRole('heading', { level: 1, name: 'Artist Dashboard' }).waitFor()
})

test('without scripts an artist writes to the site: the form knows them, keeps what they typed, and an admin reads it', async () => {
  await using visitor = await browser.visitor({ ...phone, scripts: false })
  await logInAs(visitor, app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/contact`)
  expect(await page.getByLabel('Your name').inputValue()).toBe(app.artist.username)
  expect(await page.getByLabel('Email').inputValue()).toBe(app.artist.email)
  await page.getByLabel('Message').fill('Where is my money?')
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await page.getByRole('alert').getByText('Please choose what it is about.').waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('Where is my money?')
  await page.getByLabel('What it is about').selectOption('Selling as an artist')
  await send.click()
  await page.getByText('Thank you, your message has arrived.').waitFor()

  const admin = await createApiAdmin(app, 'Ben Admin')
  const room = await fetch(`${app.url}/admin/messages`, { headers: { cookie: admin.cookie } })
  expect(await room.text()).toContain('Where is my money?')
})
