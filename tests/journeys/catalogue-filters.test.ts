// The filter panel on the screen: accessibility, layout shifts, the numbers beside the choices, failing requests.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { copyTrack } from '../support/prepared/copy-track.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

await copyTrack(app.dataDir, 'Shenandoah', 3, { title: 'Blue Moon', genre: 'Jazz' })

const panel = (page: Page) => page.getByText('Advanced Filters')
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

type FilterState = { state: string; path: string; after?: (page: Page) => Promise<unknown> }

const states: FilterState[] = [
  { state: 'the open panel', path: '/tracks', after: (page) => panel(page).click() },
  {
    state: 'filters with tracks',
    path: '/tracks?genre=Jazz&keySig=D&vocal-range=Tenor',
    after: (page) => panel(page).click(),
  },
  {
    state: 'filters without tracks',
    path: '/tracks?query=zither&keySig=Eb&isHigher=true',
    after: (page) => panel(page).click(),
  },
  {
    state: 'a failure to load',
    path: '/tracks?genre=Jazz',
    after: async (page) => {
      await panel(page).click()
      await page.route(/\.data/, (route) => route.abort())
      // Not `check`, which then reads the choice: the failure has removed it.
      await choice(page, 'Folk').click()
      await page.getByRole('heading', { name: 'Unable to Load Tracks' }).waitFor()
    },
  },
]

test.each(states)(
  '$state: no accessibility rule is broken, wide or narrow, light or dark, and nothing is cut off at 320 px',
  async ({ path, after }) => {
    const page = await browser.emptiedPage(app.url)
    await page.goto(app.url + path)
    await settle(page)
    await after?.(page)
    await settle(page)
    expect(await problemsOnScreens(page, 'html', [desktop, phone])).toEqual([])
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height })
      const widest = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
      expect(widest).toBeLessThanOrEqual(320)
    }
    expect(await smallTargets(page)).toEqual([])
  },
)

/** Controls of the panel and chips that are lower or narrower than 24 px. */
function smallTargets(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.filter-panel :is(summary, .choice, .key-choice, button), .chips a')
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect()
          return width < 24 || height < 24
        })
        .map((target) => target.textContent),
    )
}

test('beside the open panel the results are in view on a wide screen, also after a choice far down; on a phone they are below it', async () => {
  await using visitor = await browser.visitor(desktop)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox()
    if (box === null) throw new Error(`${String(part)} is not shown.`)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  const details = page.locator('.filter-panel')
  const firstCard = page.getByRole('article').first()
  const closed = await boxOf(firstCard)
  await panel(page).click()
  const [opened, card] = [await boxOf(details), await boxOf(firstCard)]
  expect(opened.right).toBeLessThan(card.x)
  // As high as before: the panel pushes nothing down.
  expect(Math.abs(card.y - closed.y)).toBeLessThan(1)
  expect(card.bottom).toBeLessThan(desktop.height)
  expect(opened.bottom).toBeLessThanOrEqual(desktop.height)

  await choice(page, 'Jazz').check()
  await page.getByRole('heading', { level: 1, name: 'Search Results 3 tracks' }).waitFor()
  await settle(page)
  const found = await boxOf(page.getByRole('article', { name: 'Blue Moon' }).first())
  expect(found.bottom).toBeLessThan(desktop.height)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.setViewportSize(phone)
  expect((await boxOf(details)).bottom).toBeLessThan((await boxOf(firstCard)).y)
})

test('the number beside a choice is the number of tracks that choosing it shows', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  await panel(page).click()
  const numberOf = (name: string) =>
    choice(page, name).locator('xpath=..').locator('.choice-hits').textContent()
  await expect.poll(() => numberOf('Jazz')).toBe('3 tracks')
  await choice(page, 'Jazz').check()
  await page.getByRole('heading', { level: 1, name: 'Search Results 3 tracks' }).waitFor()
  await expect.poll(() => numberOf('Soprano')).toBe('0 tracks')
  await expect.poll(() => numberOf('Tenor')).toBe('3 tracks')
})

// With 700 ms the browser no longer attributes a layout shift to the click or the key press.
test.each([0, 700])(
  'no layout shift occurs while filters are set and text is typed, with responses after %i ms',
  async (delayMs) => {
    for (const screen of [phone, desktop]) {
      await using visitor = await browser.visitor(screen)
      const page = await visitor.newPage()
      await page.addInitScript(watchShifts)
      await page.route(/\.data|public\/tracks\/filters/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue()
      })
      await page.goto(`${app.url}/tracks`)
      await settle(page)
      const shiftsBefore = await shifts(page)
      await panel(page).click()
      await settle(page)
      // The opening itself moves the page: long after the click where the page is drawn slowly.
      await page.evaluate((before) => void (window.filterShifts = before), shiftsBefore)
      const steps: [() => Promise<unknown>, string][] = [
        [() => choice(page, 'Jazz').check(), 'Search Results 3 tracks'],
        [() => choice(page, 'Piano').check(), 'Search Results 0 tracks'],
        [() => page.getByRole('link', { name: 'Clear Filters' }).click(), 'All Tracks 15 tracks'],
        [() => page.getByLabel('Search tracks').fill('blue'), 'Search Results 3 tracks'],
        [() => page.getByLabel('Search tracks').fill(''), 'All Tracks 15 tracks'],
      ]
      for (const [act, shown] of steps) {
        await act()
        await page.getByRole('heading', { level: 1, name: shown }).waitFor()
        await settle(page)
      }
      expect(await shifts(page), `${screen.width} px`).toBeLessThan(0.05)
    }
  },
)

const shifts = (page: Page) => page.evaluate(() => window.filterShifts)

declare global {
  interface Window {
    filterShifts: number
  }
}

function watchShifts(): void {
  window.filterShifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const isCounted = 'value' in shift && !('hadRecentInput' in shift && shift.hadRecentInput)
      if (isCounted) window.filterShifts += Number(shift.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
