// The cards of the catalogue and of the home page's artists: how they fill a window, and the key on them.

import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, settle } from '../support/browser.ts'
import { addArtists, queryDatabase } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

// As different as cards can be: long and short names, with and without an instrument, ratings and a delivery time.
await addArtists(
  app.dataDir,
  Array.from({ length: 8 }, (_, at) =>
    at % 2 === 1 ? `Fay ${at + 1}` : `Maximiliana Wolfeschlegelsteinhausen ${at + 1}`,
  ),
)
await queryDatabase(
  app.dataDir,
  `update artists set wants_commissions = true, commission_price_pence = 100 * length(name),
     instrument = case when length(name) > 9 then 'Twelve-string guitar, lap steel, fiddle and some upright bass' end,
     rating_count = case when length(name) > 9 then 3 else 0 end,
     rating_sum = case when length(name) > 9 then 13 else 0 end,
     average_completion_hours = case when length(name) > 9 then 200 end
   where artist_id in (select id from users where email like '_@example.com')`,
)

const boxesOf = (parts: Locator) =>
  parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))

test.each([
  { width: 1280, rows: [4, 4, 2] },
  { width: 800, rows: Array<number>(5).fill(2) },
  { width: 390, rows: Array<number>(10).fill(1) },
])('at $width px the ten cards of a page fill rows of $rows', async ({ width, rows }) => {
  const page = await browser.emptiedPage(app.url)
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${app.url}/tracks`)
  const list = await page.getByRole('list', { name: 'Tracks' }).boundingBox()
  const cards = await boxesOf(page.locator('main .card'))
  const shown = [...Map.groupBy(cards, ({ y }) => Math.round(y)).values()]
  expect(shown.map((row) => row.length)).toEqual(rows)
  for (const row of shown) {
    const [right, end] = [rightOf(row.at(-1)), rightOf(list)].map(Math.round)
    expect(right).toBe(end)
  }
})

const rightOf = (box: { x: number; width: number } | null | undefined) =>
  box ? box.x + box.width : Number.NaN

test('in a window of 1280 by 800 px the first row of cards is complete, with both buttons beside the price', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/tracks`)
  const [card] = await boxesOf(page.locator('main .card'))
  expect(card?.bottom).toBeLessThan(800)
  const feet = page.locator('main .card-foot')
  for (const foot of await feet.all()) {
    const middles = (await boxesOf(foot.locator(':scope > *'))).map(
      ({ y, height }) => y + height / 2,
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)
  }
})

test.each([1, 2, 3])('%i results share the width of a wide window', async (results) => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  const list = page.getByRole('list', { name: 'Tracks' })
  await list.evaluate((all, left) => {
    for (const card of [...all.children].slice(left)) card.remove()
  }, results)
  const cards = await boxesOf(list.locator('.card'))
  expect(new Set(cards.map(({ y }) => y)).size).toBe(1)
  const sum = cards.reduce((all, { width }) => all + width, 0)
  const { width } = (await list.boundingBox()) ?? { width: Number.NaN }
  expect(sum / width).toBeGreaterThan(results === 1 ? 0.45 : 0.9)
})

test.each([
  ['/tracks', undefined],
  ['/my-tracks', app.singer],
])(
  'at %s the letters of a key stay within their pick, which has an outline in dark',
  async (path, user) => {
    const page = await browser.emptiedPage(app.url, user)
    await page.goto(app.url + path)
    // React would draw letters that were changed before it has taken the page over once more.
    await settle(page)
    const badge = page.locator('main .key-badge').first()
    for (const key of ['Am', 'Gm', 'B♭m', 'G♯m']) {
      await badge.evaluate((pick, written) => {
        pick.classList.toggle('key-badge-long', written.length > 2)
        const letters = pick.querySelector('b')
        if (letters) letters.textContent = written
      }, key)
      const [pick, letters] = await boxesOf(badge.locator('svg, b'))
      const share = (letters?.width ?? Number.NaN) / (pick?.width ?? 0)
      expect([key, share < 0.7]).toEqual([key, true])
    }
    const outline = () => badge.locator('svg').evaluate((pick) => getComputedStyle(pick).stroke)
    expect(await outline()).toBe('rgba(0, 0, 0, 0)')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await outline()).toBe('rgb(146, 123, 103)')
  },
)

test.each([
  { width: 1280, rows: [4, 4] },
  { width: 800, rows: [2, 2, 2, 2] },
  { width: 390, rows: Array<number>(8).fill(1) },
])(
  'at $width px the home page’s artists fill rows of $rows, all of one width, with their prices on one line in each row',
  async ({ width, rows }) => {
    const page = await browser.emptiedPage(app.url)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(app.url)
    const list = page.getByRole('list', { name: 'Featured artists' })
    await list.getByRole('link', { name: 'All artists' }).waitFor()
    const cards = await boxesOf(list.locator('.card'))
    const shown = [...Map.groupBy(cards, ({ y }) => Math.round(y)).values()]
    expect(shown.map((row) => row.length)).toEqual(rows)
    expect(new Set(cards.map((card) => Math.round(card.width))).size).toBe(1)
    for (const row of shown)
      expect(new Set(row.map((card) => Math.round(card.bottom))).size).toBe(1)
    expect(cards.every((card) => rightOf(card) <= width)).toBe(true)
    // The last card leads to all artists, and has no price.
    const prices = await boxesOf(list.locator('.price'))
    expect(prices).toHaveLength(7)
    const lines = Map.groupBy(prices, ({ bottom }) => Math.round(bottom))
    expect([...lines.values()].map((line) => line.length)).toEqual(
      rows.map((count, at) => (at === rows.length - 1 ? count - 1 : count)).filter(Boolean),
    )
  },
)
