import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { freshMs } from '../../src/server/pages/page-cache.ts'
import { apiMessages } from '../../src/web/api/api-messages.ts'
import { createApiUser } from '../support/api-user.ts'
import { brokenRules, desktop, openBrowser, phone, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { playWithoutEnd, rememberPlayers } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const address = `${app.url}/tracks/${app.boughtTrackId}`

const panelOf = (page: Page) => page.getByRole('region', { name: 'Ratings and comments' })

/** All but those that report the comment of somebody else. */
const formButtons = (panel: Locator) => panel.getByRole('button').filter({ hasNotText: /^Report$/ })

/** The form loads its check when the browser is idle, which can be after everything that was asked for has come. */
async function checkLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/ratings-[^/]+\.js$/.test(name)),
  )
  await settle(page)
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page, colorScheme, '.rating-panel')).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The player is remembered, so that a reload or a new player would show. */
async function openPlaying(page: Page): Promise<void> {
  await rememberPlayers(page)
  await playWithoutEnd(page)
  await page.goto(address)
  await settle(page)
  await page.locator('.track-head .play').click()
  await page.waitForFunction(() => (window.players?.at(-1)?.currentTime ?? 0) > 0.1)
}

test('a buyer rates, comments, changes and deletes the comment while the preview goes on, and the catalogue follows', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await openPlaying(page)
  const panel = panelOf(page)

  await panel.getByRole('button', { name: 'Rate 2 stars' }).click()
  await panel.getByText('Your rating: 2 stars.').waitFor()
  await panel.getByRole('button', { name: 'Rate 5 stars' }).click()
  await panel.getByText('Your rating: 5 stars.').waitFor()
  const pressed = panel.getByRole('button', { pressed: true })
  await expect.poll(() => pressed.getAttribute('aria-label')).toBe('Rate 5 stars')
  await panel.getByText(/from \d+ ratings?$/).waitFor()
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Post comment' }).click()
  await panel.getByText('Please enter a comment.').waitFor()
  await expectAccessible(page)
  const text = `Sung at ${randomUUID()}: see https://example.com`
  await panel.getByLabel('Your comment').fill(text)
  await panel.getByRole('button', { name: 'Post comment' }).click()
  const comment = panel.getByRole('listitem').filter({ hasText: text })
  await comment.getByText('Verified buyer').waitFor()
  expect(await comment.getByRole('link').count()).toBe(0)
  await expect.poll(() => panel.getByLabel('Your comment').inputValue()).toBe('')

  await comment.getByRole('button', { name: /^Edit your comment “Sung at/ }).click()
  await expectAccessible(page)
  await panel.getByLabel('Edit your comment').fill('Sung twice')
  await panel.getByRole('button', { name: 'Save' }).click()
  const changed = panel.getByRole('listitem').filter({ hasText: 'Sung twice' })
  await changed.getByText('edited').waitFor()
  await expectAccessible(page)

  await changed.getByRole('button', { name: 'Delete your comment “Sung twice”' }).click()
  await expectAccessible(page)
  await changed.getByRole('button', { name: 'Delete' }).click()
  await changed.waitFor({ state: 'detached' })
  const arePaused = await page.evaluate(() => window.players?.map(({ paused }) => paused))
  expect(arePaused).toEqual([false])

  // The own rating is there again after a reload.
  await page.reload()
  await panel.getByText('Your rating: 5 stars.').waitFor()
})

test('without a connection the user reads why the rating failed, and can press again', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await page.goto(address)
  await settle(page)
  const panel = panelOf(page)
  await visitor.setOffline(true)
  await panel.getByRole('button', { name: 'Rate 3 stars' }).click()
  const failure = panel.getByText(/^Failed to submit rating \(\d+\): \S/)
  await failure.waitFor()
  await expectAccessible(page)
  await visitor.setOffline(false)
  await panel.getByRole('button', { name: 'Rate 3 stars' }).click()
  await panel.getByText('Your rating: 3 stars.').waitFor()
  await failure.waitFor({ state: 'detached' })
})

test('a comment is checked without a connection, too', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await page.goto(address)
  await checkLoaded(page)
  const panel = panelOf(page)
  await visitor.setOffline(true)
  await panel.getByRole('button', { name: 'Post comment' }).click()
  await panel.getByText('Please enter a comment.').waitFor()
  expect(await panel.getByText(apiMessages.network).count()).toBe(0)
})

test('a comment whose check could not be loaded stays in its field, and is posted at a later press', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  await visitor.route('**/form-issues-*.js', (route) => route.abort())
  const page = await visitor.newPage()
  await page.goto(address)
  await settle(page)
  const panel = panelOf(page)
  const text = `Sung at ${randomUUID()}`
  await panel.getByLabel('Your comment').fill(text)
  await panel.getByRole('button', { name: 'Post comment' }).click()
  await panel.getByText(apiMessages.network).waitFor()
  expect(await panel.getByLabel('Your comment').inputValue()).toBe(text)

  await visitor.unroute('**/form-issues-*.js')
  await panel.getByRole('button', { name: 'Post comment' }).click()
  await panel.getByRole('listitem').filter({ hasText: text }).waitFor()
})

test('the artist reads why there is no form', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(address)
  const panel = panelOf(page)
  await panel.getByText('This is your own track: others rate it and comment on it.').waitFor()
  expect(await formButtons(panel).count()).toBe(0)
  await expectAccessible(page)
})

test('a rating changes the card in the catalogue long before the stored page is out of date', async () => {
  const user = await createApiUser(app, 'customer', 'Ada Rates')
  const shown = async () => (await fetch(`${app.url}/tracks?query=barbara`)).text()
  const before = /out of 5 from (\d+) rating/.exec(await shown())?.[1] ?? '0'
  await user.request(`POST /api/proxy/tracks/rate/${app.boughtTrackId}`, { rating: 1 })
  await expect
    .poll(shown, { timeout: freshMs / 2 })
    .toMatch(new RegExp(`out of 5 from ${Number(before) + 1} rating`))
})

test('a visitor reads all comments page by page, also without scripts, and is asked to log in (RAT-03)', async () => {
  await queryDatabase(
    app.dataDir,
    `insert into comments (id, track_id, user_id, text, created_at)
     select gen_random_uuid(), '${app.longTrackId}', null, 'Comment number ' || n, now() - make_interval(years => 1, mins => n)
     from generate_series(1, 30) n`,
  )
  for (const scripts of [true, false]) {
    await using visitor = await browser.visitor({ ...phone, scripts })
    const page = await visitor.newPage()
    await page.goto(`${app.url}/tracks/${app.longTrackId}`)
    const panel = panelOf(page)
    await panel.getByText('Page 1 of 2').waitFor()
    expect(await panel.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(`/tracks/${app.longTrackId}#comments`)}`,
    )
    expect(await formButtons(panel).count()).toBe(0)
    if (scripts) await expectAccessible(page)
    await panel.getByRole('link', { name: 'Next' }).click()
    await panel.getByText('Page 2 of 2').waitFor()
    await panel.getByText('Comment number 30', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?comments=2')
  }
})

test('a visitor who logs in from the panel comes back to it', async () => {
  await using visitor = await browser.visitor(desktop)
  const page = await visitor.newPage()
  await page.goto(address)
  await settle(page)
  await panelOf(page).getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(app.singer.email)
  await page.getByLabel('Password', { exact: true }).fill('sing it to me')
  await page.getByRole('button', { name: 'Log in' }).click()
  await panelOf(page).getByLabel('Your comment').waitFor()
  expect(new URL(page.url()).hash).toBe('#comments')
})
