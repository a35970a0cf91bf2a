// Positions on the screen: docks and bars, first rows, layout shifts, forced colours.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, settle } from '../support/browser.ts'
import { playWithoutEnd } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

type Box = { top: number; bottom: number }

/** Positions of the bars that stay in view while scrolling. */
function barsIn(page: Page): Promise<Record<'header' | 'buy' | 'player', Box | null>> {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const bar = document.querySelector(selector)
      const isShown = bar?.checkVisibility() ?? false
      if (!bar || !isShown || !['sticky', 'fixed'].includes(getComputedStyle(bar).position))
        return null
      const { top, bottom } = bar.getBoundingClientRect()
      return { top, bottom }
    }
    return { header: box('.site-header'), buy: box('.buy-box'), player: box('.player-bar') }
  })
}

test('a visitor plays a preview; a phone has one bar at the bottom, with a play and a buy button (ROL-03)', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await playWithoutEnd(page)
  await page.goto(`${app.url}/tracks/${app.longTrackId}`)
  const player = page.getByRole('region', { name: 'Preview player' })
  expect((await barsIn(page)).buy?.bottom).toBe(phone.height)

  // On its own page a track has one set of controls and one waveform.
  const buying = page.getByRole('region', { name: 'Buy' })
  await buying.getByRole('button', { name: /^Preview / }).click()
  await buying.getByRole('button', { name: /^Pause / }).waitFor()
  await buying.getByRole('button', { name: 'Add to Basket' }).waitFor()
  const bottomBar = { buy: { bottom: phone.height }, player: null }
  await expect.poll(() => barsIn(page)).toMatchObject(bottomBar)
  expect(await page.getByRole('button', { name: /^Pause / }).count()).toBe(1)
  expect(await page.getByRole('slider', { name: /^Seek / }).count()).toBe(1)
  await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
  await expect.poll(() => barsIn(page)).toMatchObject(bottomBar)

  // On another track's page the bar of the track that plays is the only one.
  await page.getByRole('searchbox').fill('barbara')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Barbara Allen', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Barbara Allen' }).waitFor()
  await player.getByText('Playing').waitFor()
  await expect
    .poll(() => barsIn(page))
    .toMatchObject({ buy: null, player: { bottom: phone.height } })
  await player.getByRole('button', { name: /^Add · £/ }).waitFor()
  await expectBuyUnderPlayer(page)

  // The size at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => barsIn(page)).toEqual({ header: null, buy: null, player: null })
  await expectBuyUnderPlayer(page)
  await page.setViewportSize({ width: 667, height: 375 })
  await expectBuyUnderPlayer(page)
})

/** Above the description, as in the document and the tab order. */
async function expectBuyUnderPlayer(page: Page): Promise<void> {
  const [head, buy, about] = await Promise.all(
    ['.track-head', '.buy-box', '.track-about'].map((part) => page.locator(part).boundingBox()),
  )
  if (!head || !buy || !about) throw new Error('A part of the page is not shown.')
  expect(buy.y).toBeGreaterThanOrEqual(head.y + head.height)
  expect(about.y).toBeGreaterThanOrEqual(buy.y + buy.height)
}

test('a preview that fails says so once, and leaves a phone’s page as wide as the phone', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.route('**/preview.mp3', (route) => route.abort())
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  const buying = page.getByRole('region', { name: 'Buy' })
  await buying.getByRole('button', { name: /^Preview / }).click()
  // Besides, it is announced, out of sight.
  const reasons = page
    .locator('.track-head')
    .getByText('Network error - check your connection')
    .filter({ visible: true })
  await reasons.first().waitFor()
  expect(await reasons.count()).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test.each([320, 390])('at %i px the placeholder of the search fits its field', async (width) => {
  const page = await browser.emptiedPage(app.url)
  await page.setViewportSize({ width, height: 844 })
  for (const path of ['/', '/tracks']) {
    await page.goto(app.url + path)
    // With the fonts.
    await settle(page)
    const room = await page
      .getByRole('main')
      .getByRole('searchbox')
      .evaluate((field: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field)
        const pen = document.createElement('canvas').getContext('2d')
        if (pen === null) throw new Error('There is no canvas.')
        pen.font = font
        const text = pen.measureText(field.placeholder).width
        return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text
      })
    expect(room).toBeGreaterThanOrEqual(0)
  }
})

test.each([phone.width, desktop.width])(
  'at %i px the button that stops the headline is inside the headline',
  async (width) => {
    const page = await browser.emptiedPage(app.url)
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(app.url)
    // With the fonts.
    await settle(page)
    const headline = await page.locator('.headline').boundingBox()
    const button = await page
      .getByRole('button', { name: 'Stop the changing headline' })
      .boundingBox()
    if (!headline || !button) throw new Error('A part of the headline is not shown.')
    expect(button.x).toBeGreaterThanOrEqual(headline.x)
    expect(button.y).toBeGreaterThanOrEqual(headline.y)
    expect(button.x + button.width).toBeLessThanOrEqual(headline.x + headline.width)
    expect(button.y + button.height).toBeLessThanOrEqual(headline.y + headline.height)
  },
)

test('with a basket the header fits the narrowest phone, for a guest and a customer', async () => {
  for (const user of [undefined, app.singer]) {
    const page = await browser.emptiedPage(app.url, user)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${app.url}/tracks/${app.longTrackId}`)
    await page.getByRole('button', { name: 'Add to Basket', exact: true }).click()
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
    for (const path of ['/', '/tracks', '/cart', `/tracks/${app.longTrackId}`]) {
      await page.goto(app.url + path)
      await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${path}`).toBeLessThanOrEqual(320)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('navigation', { name: 'Menu' }).getByText('Contact').waitFor()
    }
  }
})

test('a wide screen loads every cover of the first row eagerly, and shows the price close under the player', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/tracks`)
  const firstRow = await page.getByRole('article').evaluateAll((cards) => {
    const tops = cards.map((card) => card.getBoundingClientRect().top)
    return cards
      .filter((_card, at) => tops[at] === tops[0])
      .map((card) => card.querySelector('img')?.loading)
  })
  expect(firstRow).toEqual(['eager', 'eager', 'eager', 'eager'])

  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  await settle(page)
  const player = await page.locator('.track-head .simple-player').boundingBox()
  const buy = await page.locator('.buy-box').boundingBox()
  if (!player || !buy) throw new Error('A part of the page is not shown.')
  expect(buy.y - (player.y + player.height)).toBeLessThan(30)
})

test('on a wide screen the buttons of a track stand on one line in the admins’ list, within the page', async () => {
  const admin = await createApiAdmin(app, 'Ada Admin')
  const page = await browser.emptiedPage(app.url, admin)
  await page.goto(`${app.url}/admin/tracks`)
  const buttons = await page.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) =>
      [...row.querySelectorAll('button')].map((button) => {
        const { top } = button.getBoundingClientRect()
        return { text: button.textContent, top: Math.round(top) }
      }),
    ),
  )
  expect(buttons).toHaveLength(12)
  for (const row of buttons) {
    expect(row.map(({ text }) => text)).toEqual(['Take down', 'Feature', 'Remove approval'])
    expect(new Set(row.map(({ top }) => top)).size).toBe(1)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(desktop.width)
})

// Without a delay the new cards replace the old ones directly; with 700 ms skeletons are shown in between. Either way
// the browser no longer attributes a layout shift to the key press.
test.each([0, 700])(
  'no layout shift occurs while typing a search with a response after %i ms',
  async (delayMs) => {
    for (const screen of [phone, desktop]) {
      await using visitor = await browser.visitor(screen)
      const page = await visitor.newPage()
      await page.addInitScript(watchShifts)
      await page.route(/\.data/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue()
      })
      await page.goto(`${app.url}/tracks`)
      await settle(page)
      for (const [typed, shown] of [
        ['shenandoah', 'Search Results 10 tracks'],
        ['barbara', 'Search Results 1 track'],
        ['zither', 'Search Results 0 tracks'],
        ['', 'All Tracks 12 tracks'],
      ] as const) {
        await page.getByLabel('Search tracks').fill(typed)
        await page.getByRole('heading', { name: shown }).waitFor()
        await twoFrames(page)
      }
      expect(await page.evaluate(() => window.shifts), `${screen.width} px`).toBeLessThan(0.05)
    }
  },
)

test('with forced colours, stars and play buttons keep their shape', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${app.url}/tracks?query=barbara`)
  const card = page.getByRole('article', { name: 'Barbara Allen' })
  await card.waitFor()
  // An outline for each star, and filled stars up to the rating.
  const shape = await card
    .locator('.stars-row')
    .evaluate((stars) => getComputedStyle(stars).maskImage.split(/, (?=url|linear)/))
  expect(shape).toEqual([
    expect.stringContaining('star-outline'),
    expect.stringContaining('linear-gradient'),
    expect.stringMatching(/^url/),
  ])
  const play = card.getByRole('button', { name: 'Preview Barbara Allen' })
  const edge = await play.evaluate((button) => {
    const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(button)
    return { isDrawn: borderTopWidth !== '0px', isSeen: borderTopColor !== backgroundColor }
  })
  expect(edge).toEqual({ isDrawn: true, isSeen: true })
})

declare global {
  interface Window {
    shifts: number
  }
}

function watchShifts(): void {
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries())
      window.shifts += 'value' in shift ? Number(shift.value) : 0
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The second frame begins after the first has been painted and reported. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
