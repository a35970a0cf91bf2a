import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { ApiUser } from '../support/api-user.ts'
import { deadControls, desktop, logInAs, openBrowser, phone } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type PageState = {
  page: string
  path: string
  as?: ApiUser
  /** Actions on the page before the check. */
  after?: (page: Page) => Promise<unknown>
  /** An overlay that partly covers the page: only the overlay is checked. */
  inFront?: string
  /** The server refuses the request, which the browser logs as an error. */
  isRefused?: boolean
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fillBasket(page: Page): Promise<void> {
  await page.goto(`${app.url}/tracks/${app.longTrackId}`)
  await settle(page)
  await button(page, 'Add to Basket').click()
  await button(page, 'Basket, 1 item').waitFor()
  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await button(page, 'Basket, 1 item').waitFor()
  await button(page, 'Add Shenandoah to basket').click()
  await button(page, 'Basket, 2 items').waitFor()
}

async function openFilledCart(page: Page): Promise<void> {
  await fillBasket(page)
  await page.goto(`${app.url}/cart`)
  await page.getByRole('row', { name: /Shenandoah/ }).waitFor()
}

const pageStates: PageState[] = [
  { page: 'the home page', path: '/' },
  { page: 'the catalogue', path: '/tracks' },
  {
    page: 'the catalogue while a preview plays',
    path: '/tracks?query=shenandoah',
    after: async (page) => {
      await button(page, 'Preview Shenandoah').click()
      await page.getByRole('region', { name: 'Preview player' }).getByText('Playing').waitFor()
      await button(page, 'Pause Shenandoah').first().click()
    },
  },
  { page: 'a search without results', path: '/tracks?query=zither' },
  { page: 'a track with a long title and comments', path: `/tracks/${app.longTrackId}` },
  { page: 'an empty cart', path: '/cart' },
  { page: 'a guest’s cart', path: '/', after: openFilledCart },
  {
    page: 'the question before a cart is cleared',
    path: '/',
    after: async (page) => {
      await openFilledCart(page)
      await button(page, 'Clear cart').click()
      await page.getByRole('dialog', { name: 'Clear the cart?' }).waitFor()
    },
  },
  {
    page: 'the open basket',
    path: '/',
    inFront: '#cart-menu',
    after: async (page) => {
      await fillBasket(page)
      await button(page, 'Basket, 2 items').click()
      await page.getByRole('link', { name: 'View Cart' }).waitFor()
    },
  },
  { page: 'the login page', path: '/login' },
  { page: 'the registration page', path: '/register' },
  {
    page: 'the registration page with errors',
    path: '/register',
    isRefused: true,
    after: async (page) => {
      await button(page, 'Open my account').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    page: 'the copyright policy',
    path: '/copyright-policy',
    after: (page) => page.getByRole('heading', { level: 1, name: 'Copyright policy' }).waitFor(),
  },
  { page: 'the purchased tracks', path: '/my-tracks', as: app.singer },
  { page: 'a customer’s artist dashboard', path: '/artist-dashboard', as: app.singer },
  { page: 'an artist’s dashboard', path: '/artist-dashboard', as: app.artist },
]

test.each(pageStates)(
  '$page breaks no accessibility rule in light or dark, fits a phone, and reports no error',
  async ({ path, as, after, inFront, isRefused = false }) => {
    await using visitor = await visitorOf(as)
    const page = await visitor.newPage()
    const errors = errorsOn(page, isRefused)
    await page.goto(app.url + path)
    await settle(page)
    await after?.(page)
    await settle(page)
    for (const { width, height } of [desktop, phone]) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await brokenRules(page, inFront), `${width} px, ${colorScheme}`).toEqual([])
      }
    }
    expect(await widthOf(page)).toBeLessThanOrEqual(phone.width)
    expect(errors).toEqual([])
  },
)

test('the upload form leads to the copyright policy (NAV-11)', async () => {
  await using visitor = await visitorOf(app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await settle(page)
  await page.getByText('Upload New Track').click()
  const opened = visitor.waitForEvent('page')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Copyright policy/ })
    .click()
  const policy = await opened
  await policy.getByRole('heading', { level: 1, name: 'Copyright policy' }).waitFor()
  expect(new URL(policy.url()).pathname).toBe('/copyright-policy')
})

test('the headline alternates between the strapline and the name, and can be stopped (NAV-20)', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
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
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(app.url)
  await settle(page)
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('main'))

  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('barbara')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()

  const card = page.getByRole('article', { name: 'Barbara Allen' })
  await tabTo(page, card.getByRole('button', { name: 'Preview Barbara Allen' }))
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Preview player' })
  await bar.getByText('Playing').waitFor()

  const seek = card.getByRole('slider', { name: 'Seek in Barbara Allen' })
  await tabTo(page, seek)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => secondsAt(seek)).toBeGreaterThanOrEqual(5)
  await page.keyboard.press('Home')
  await expect.poll(() => secondsAt(seek)).toBeLessThan(5)

  await tabTo(page, card.getByRole('button', { name: 'Add Barbara Allen to basket' }))
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

async function visitorOf(user: ApiUser | undefined): Promise<BrowserContext> {
  const visitor = await browser.visitor()
  if (user) await logInAs(visitor, app.url, user)
  return visitor
}

/** Waits until the page is hydrated and the session user is loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !('replayEarlyClicks' in window))
  await page.waitForLoadState('networkidle')
}

function errorsOn(page: Page, isRefused: boolean): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isRefusal = isRefused && message.text().includes('status of 400')
    if (message.type() === 'error' && !isRefusal) errors.push(message.text())
  })
  return errors
}

async function brokenRules(page: Page, within = 'html'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(within).withTags(standards)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join()}`))
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
}

async function expectFocus(locator: Locator): Promise<void> {
  expect(await hasFocus(locator)).toBe(true)
}

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

const maxTabStops = 60

async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let stops = 0; stops < maxTabStops; stops++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(locator)) return
  }
  throw new Error(`The keyboard does not reach ${String(locator)}.`)
}

/** '7 seconds of 12 seconds' */
async function secondsAt(slider: Locator): Promise<number> {
  return Number.parseInt((await slider.getAttribute('aria-valuetext')) ?? '', 10)
}
