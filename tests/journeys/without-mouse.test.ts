// What works without a mouse, without animation and without scripts.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { deadControls, desktop, hasFocus, openBrowser, settle, tabTo } from '../support/browser.ts'
import { playWithoutEnd } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const maxTabStops = 60

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the upload form leads to the copyright policy (NAV-11)', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await settle(page)
  await page.getByText('Upload New Track').click()
  const opened = visitor.waitForEvent('page')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Copyright policy/ })
    .click()
  const policy = await opened
  await policy.getByRole('heading', { level: 1, name: 'Copyright policy' }).waitFor()
  expect(new URL(policy.url()).pathname).toBe('/copyright-policy')
})

test('the headline alternates between the strapline and the name, and can be stopped (NAV-20)', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(app.url)
  await settle(page)
  const faces = page.locator('.headline-faces span')
  // The animation time is set instead of waiting: after half a period the other face shows.
  const shown = (seconds: number) =>
    faces.evaluateAll((spans, at) => {
      for (const animation of spans.flatMap((span) => span.getAnimations())) {
        animation.pause()
        animation.currentTime = at * 1000
      }
      return spans
        .filter((span) => getComputedStyle(span).opacity === '1')
        .map((span) => span.textContent)
    }, seconds)
  expect(
    await faces.evaluateAll((spans) => spans.map((span) => span.getAnimations().length)),
  ).toEqual([1, 1])
  expect(await shown(3)).toEqual(['Sing Over Something Real'])
  expect(await shown(10)).toEqual(['Undersong'])
  expect(await shown(14 + 3)).toEqual(['Sing Over Something Real'])

  await button(page, 'Stop the changing headline').click()
  expect(await faces.evaluateAll((spans) => spans.flatMap((span) => span.getAnimations()))).toEqual(
    [],
  )
  await button(page, 'Let the headline change').waitFor()
})

test('by keyboard alone a visitor can skip to the content, search, play a preview, seek in it, and add the track to the basket', async () => {
  const page = await browser.emptiedPage(app.url)
  await playWithoutEnd(page)
  await page.goto(app.url)
  await settle(page)
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('main'))

  await tabTo(page, page.getByLabel('Search tracks'), maxTabStops)
  await page.keyboard.type('barbara')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await settle(page)

  const card = page.getByRole('article', { name: 'Barbara Allen' })
  await tabTo(page, card.getByRole('button', { name: 'Preview Barbara Allen' }), maxTabStops)
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Preview player' })
  await bar.getByText('Playing').waitFor()
  await page.keyboard.press('Enter')
  await bar.getByText('Paused').waitFor()

  const seek = card.getByRole('slider', { name: 'Seek in Barbara Allen' })
  await tabTo(page, seek, maxTabStops)
  await page.keyboard.press('Home')
  await expect.poll(() => secondsAt(seek)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => secondsAt(seek)).toBeGreaterThanOrEqual(5)
  await page.keyboard.press('Home')
  await expect.poll(() => secondsAt(seek)).toBeLessThan(5)

  await tabTo(page, card.getByRole('button', { name: 'Add Barbara Allen to basket' }), maxTabStops)
  await page.keyboard.press('Enter')
  await button(page, 'Basket, 1 item').waitFor()
})

test('without JavaScript a visitor can browse, search, page, register, log out and in, and find purchased tracks', async () => {
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  const page = await visitor.newPage()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  const buying = page.getByRole('region', { name: 'Buy' })
  expect(await buying.innerText()).toContain('Buying a track needs JavaScript.')
  expect(await deadControls(page)).toEqual([])
  await page.goto(app.url)
  expect(await deadControls(page)).toEqual([])
  await link('Tracks').first().click()
  await page.getByRole('heading', { name: 'All Tracks' }).waitFor()
  expect(await page.locator('article audio[controls]').count()).toBe(10)
  expect(await deadControls(page)).toEqual([])
  await link('Next').click()
  await page.getByText('Page 2 of 2').waitFor()

  await page.getByRole('searchbox').fill('barbara')
  await button(page, 'Search').click()
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await page.getByRole('article', { name: 'Barbara Allen' }).waitFor()

  await link('My Tracks').click()
  await link('Open an account').click()
  await page.getByLabel('Email').fill('no.script@example.com')
  await page.getByLabel('Username').fill('No Script')
  await page.getByLabel('Password', { exact: true }).fill('sing it to me')
  await button(page, 'Open my account').click()
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()

  await button(page, 'Log out').click()
  await link('My Tracks').click()
  await page.getByLabel('Email').fill(app.singer.email)
  await page.getByLabel('Password', { exact: true }).fill('sing it to me')
  await button(page, 'Log in').click()
  await link('Download Barbara Allen').waitFor()
  expect(await deadControls(page)).toEqual([])
  expect(await link('Download Barbara Allen').getAttribute('href')).toBe(
    `/api/proxy/tracks/download/${app.boughtTrackId}`,
  )
})

async function expectFocus(locator: Locator): Promise<void> {
  await expect.poll(() => hasFocus(locator)).toBe(true)
}

/** '7 seconds of 12 seconds' */
async function secondsAt(slider: Locator): Promise<number> {
  return Number.parseInt((await slider.getAttribute('aria-valuetext')) ?? '', 10)
}
