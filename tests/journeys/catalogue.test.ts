// Finding a track: by keyboard only, without JavaScript, and back and forward through what was searched for.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { deadControls, desktop, hasFocus, openBrowser, settle, tabTo } from '../support/browser.ts'
import { copyTrack } from '../support/prepared/copy-track.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const maxTabStops = 120

await copyTrack(app.dataDir, 'Shenandoah', 12, {
  title: 'Blue Moon',
  genre: 'Jazz',
  keySignature: 'Eb',
  vocalRange: 'Alto',
  instrumentation: 'Piano',
})

const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true })

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

test('by keyboard alone a visitor browses, filters, pages and opens a track (NAV-06)', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await heading(page, 'All Tracks 24 tracks').waitFor()
  await settle(page)

  await tabTo(page, page.locator('summary', { hasText: 'Advanced Filters' }), maxTabStops)
  await page.keyboard.press('Enter')
  await tabTo(page, choice(page, 'Key', 'Any'), maxTabStops)
  for (const letter of ['A', 'B', 'C', 'D', 'E']) {
    await page.keyboard.press('ArrowRight')
    expect(await choice(page, 'Key', letter).isChecked()).toBe(true)
  }
  await tabTo(page, page.getByRole('checkbox', { name: 'Flat' }), maxTabStops)
  await page.keyboard.press('Space')
  await heading(page, 'Search Results 12 tracks').waitFor()
  expect(pathOf(page)).toBe('/tracks?keySig=Eb')

  await tabTo(page, choice(page, 'Genre', 'Any'), maxTabStops)
  for (const genre of ['Other', 'Country', 'Musical Theatre', 'Classical', 'Jazz']) {
    await page.keyboard.press('ArrowUp')
    expect(await choice(page, 'Genre', genre).isChecked()).toBe(true)
  }
  await page.waitForURL(`${app.url}/tracks?keySig=Eb&genre=Jazz`)
  await heading(page, 'Search Results 12 tracks').waitFor()
  // The heading was the same before, and the URL changes before the list does.
  await expect
    .poll(() => chips(page).getByRole('link').allInnerTexts())
    .toEqual(['Key: E♭', 'Genre: Jazz', 'Clear Filters'])

  await tabTo(page, page.getByRole('button', { name: 'Show 12 tracks' }), maxTabStops)
  await page.keyboard.press('Enter')
  const results = page.getByRole('region', { name: 'Results' })
  await expect.poll(() => hasFocus(results)).toBe(true)
  await tabTo(page, page.getByRole('link', { name: 'Next', exact: true }), maxTabStops)
  await page.keyboard.press('Enter')
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => hasFocus(results)).toBe(true)
  await expect.poll(() => page.getByRole('article').first().isVisible()).toBe(true)
  const top = await results.evaluate((element) => element.getBoundingClientRect().top)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(300)

  await page.keyboard.press('Tab')
  const title = await page.evaluate(() => document.activeElement?.textContent)
  expect(title).toMatch(/^Blue Moon \d+$/)
  await page.keyboard.press('Enter')
  await heading(page, title ?? '').waitFor()
})

test('without JavaScript a visitor filters by the panel, removes a filter, pages and opens a track', async () => {
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  const page = await visitor.newPage()
  const show = () => page.getByRole('button', { name: /^Show \d+ tracks$/ }).click()
  const openPanel = () => page.getByText('Advanced Filters').click()
  await page.goto(`${app.url}/tracks`)
  await openPanel()
  expect(await page.getByRole('checkbox', { name: /^Flat/ }).isDisabled()).toBe(true)
  await choice(page, 'Key', 'E').check()
  await choice(page, 'Instrumentation', 'Piano').check()
  await show()

  await heading(page, 'Search Results 0 tracks').waitFor()
  await openPanel()
  await page.getByRole('checkbox', { name: 'Flat', exact: true }).check()
  await show()
  await heading(page, 'Search Results 12 tracks').waitFor()
  await openPanel()
  expect(await choice(page, 'Key', 'E').isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Flat' }).isChecked()).toBe(true)
  expect(await choice(page, 'Instrumentation', 'Piano').isChecked()).toBe(true)
  expect(await deadControls(page)).toEqual([])

  await page.getByRole('link', { name: 'Remove filter Key: E♭' }).click()
  await heading(page, 'Search Results 12 tracks').waitFor()
  expect(pathOf(page)).toBe('/tracks?backingTrackType=Piano')
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Blue Moon/ }).waitFor()
})

/** Everything a visitor sees of a search: its address, controls, heading, page and tracks. */
async function viewOf(page: Page) {
  return {
    path: pathOf(page),
    heading: await page.getByRole('heading', { level: 1 }).innerText(),
    searchedFor: await page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: 'Search tracks' }))
      .inputValue(),
    sortedBy: await page.getByLabel('Sort by').inputValue(),
    chosen: await page
      .locator('.filter-panel :checked')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')).filter(Boolean)),
    chips: await page.locator('.chips a').allInnerTexts(),
    pages: await page.locator('.paging p').allInnerTexts(),
    tracks: await page.getByRole('article').getByRole('heading').allInnerTexts(),
  }
}

test('Back and Forward, a reload and a shared link restore each of five searches and filters (CAT-30)', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  const panel = page.getByText('Advanced Filters')
  /** What is done, the URL it leads to, and what the list then shows: the URL changes before the list does. */
  const steps: [() => Promise<unknown>, string, Locator][] = [
    [
      () => searchFor(page, 'shenandoah'),
      '/tracks?query=shenandoah',
      heading(page, 'Search Results 10 tracks'),
    ],
    [
      () => searchFor(page, 'blue'),
      '/tracks?query=blue',
      heading(page, 'Search Results 12 tracks'),
    ],
    [
      async () => {
        await panel.click()
        await choice(page, 'Genre', 'Jazz').check()
      },
      '/tracks?query=blue&genre=Jazz',
      page.getByRole('link', { name: 'Remove filter Genre: Jazz' }),
    ],
    [
      () => page.getByLabel('Sort by').selectOption('Newest First'),
      '/tracks?query=blue&genre=Jazz&orderBy=date-uploaded',
      page.getByText('Page 1 of 2'),
    ],
    [
      () => page.getByRole('link', { name: 'Next', exact: true }).click(),
      '/tracks?query=blue&genre=Jazz&orderBy=date-uploaded&page=2',
      page.getByText('Page 2 of 2'),
    ],
  ]
  const views = [await viewOf(page)]
  for (const [act, path, shown] of steps) {
    await act()
    await page.waitForURL(app.url + path)
    await shown.waitFor()
    await settle(page)
    views.push(await viewOf(page))
  }
  const [last] = views.slice(-1)
  expect(last?.tracks).toHaveLength(2)
  expect(last?.chosen).toEqual(['Jazz'])

  const restored = async (expected: (typeof views)[number]) =>
    await expect.poll(() => viewOf(page), { message: expected.path }).toEqual(expected)
  for (const view of views.slice(0, -1).toReversed()) {
    await page.goBack()
    await restored(view)
  }
  for (const view of views.slice(1)) {
    await page.goForward()
    await restored(view)
  }
  await page.reload()
  await restored(last!)

  await using friend = await browser.visitor()
  const shared = await friend.newPage()
  await shared.goto(page.url())
  await expect.poll(() => viewOf(shared)).toEqual(last)
})

test('a choice made before the scripts have loaded is applied when they have', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await loaded
    await route.continue()
  })
  await page.goto(`${app.url}/tracks`, { waitUntil: 'commit' })
  await page.getByText('Advanced Filters').click()
  await choice(page, 'Genre', 'Jazz').check()
  load()
  await heading(page, 'Search Results 12 tracks').waitFor()
  expect(pathOf(page)).toBe('/tracks?genre=Jazz')
  expect(await choice(page, 'Genre', 'Jazz').isChecked()).toBe(true)
})

/** Both at once: half a second later, what is typed is searched for by itself, and adds no entry to the history. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByLabel('Search tracks').selectText()
  await Promise.all([page.keyboard.insertText(text), page.keyboard.press('Enter')])
}

const pathOf = (page: Page) => page.url().slice(app.url.length).replace(/#.*/, '')
