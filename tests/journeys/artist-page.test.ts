// The page of an artist on the screen: its head, its tracks' prices, and what visitors without scripts reach.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { deadControls, desktop, openBrowser, phone, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const [{ artist_id: artistId } = { artist_id: '' }] = await queryDatabase<{ artist_id: string }>(
  app.dataDir,
  `select artist_id from tracks where id = '${app.boughtTrackId}'`,
)
await queryDatabase(
  app.dataDir,
  `insert into reviews (id, author_id, artist_id, text, created_at)
   select gen_random_uuid(), users.id, '${artistId}', 'Take ' || n || ' is lovely.', now() - make_interval(days => n)
   from users, generate_series(1, 12) n where email = '${app.singer.email}';
   update artists set reviews = 12 where artist_id = '${artistId}';
   insert into artist_examples (id, artist_id, description, file_name, position, status, storage_key, bytes, duration_ms)
   select gen_random_uuid(), '${artistId}', 'Example ' || n, 'take.wav', n, 'ready', 'examples/' || n, 1000, 6000
   from generate_series(1, 2) n`,
)
const path = `/artist/${artistId}`

test.each([desktop, phone])(
  'at $width px the portrait is large, inside the page, and breaks no word of the name beside it',
  async (screen) => {
    await using visitor = await browser.visitor(screen)
    const page = await visitor.newPage()
    await page.goto(app.url + path)
    await settle(page)
    const portrait = await page.locator('h1 .avatar').boundingBox()
    const name = await page.locator('h1 bdi').boundingBox()
    if (!portrait || !name) throw new Error('The head of the page is not shown.')
    expect(portrait.width).toBeGreaterThan(100)
    expect(portrait.height).toBe(portrait.width)
    expect(portrait.x).toBeGreaterThanOrEqual(0)
    // Beside the name, or above it: never on it.
    const isBeside = portrait.x + portrait.width <= name.x
    expect(isBeside || portrait.y + portrait.height <= name.y).toBe(true)
    expect(name.x + name.width).toBeLessThanOrEqual(screen.width)
    expect(await page.evaluate(linesOfWords, 'h1 bdi')).toEqual({
      Bartholomew: 1,
      Featherstonehaugh: 1,
    })
  },
)

/** On how many lines each word of an element is. */
function linesOfWords(selector: string): Record<string, number> {
  const text = document.querySelector(selector)?.firstChild
  const words = [...(text?.nodeValue ?? '').matchAll(/\S+/g)]
  return Object.fromEntries(
    words.map(({ 0: word, index }) => {
      const range = document.createRange()
      if (!text) return [word, 0]
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return [word, range.getClientRects().length]
    }),
  )
}

test('without scripts a visitor reads every review, and can play each example', async () => {
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  const page = await visitor.newPage()
  await page.goto(app.url + path)
  expect(await deadControls(page)).toEqual([])
  const reviews = page.getByRole('region', { name: 'Artist Reviews' })
  const texts = () => reviews.getByText(/^Take \d+ is lovely\.$/).allTextContents()
  expect(await texts()).toEqual(['Take 1 is lovely.'])
  await reviews.getByRole('link', { name: 'View all 12 reviews' }).click()
  await reviews.getByText('Page 1 of 2').waitFor()
  const first = await texts()
  // The visitor is led to the reviews, not to the top of the page.
  await expect.poll(async () => (await reviews.boundingBox())?.y).toBeLessThan(desktop.height / 2)
  await reviews.getByRole('link', { name: 'Next' }).click()
  await reviews.getByText('Page 2 of 2').waitFor()
  expect([...first, ...(await texts())]).toEqual(
    Array.from({ length: 12 }, (_, at) => `Take ${at + 1} is lovely.`),
  )
  const examples = page.getByRole('region', { name: /^Examples/ })
  await expect.poll(() => examples.getByLabel(/^Example \d of Bartholomew/).count()).toBe(2)
  for (const player of await examples.getByLabel(/^Example \d of/).all()) {
    const box = await player.boundingBox()
    expect(box?.width).toBeGreaterThan(200)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})

/** Of each row: where the price ends, and whether it is on the height of the title. */
async function pricesOf(page: Page) {
  const rows = page.locator('.artist-track')
  await rows.first().waitFor()
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const box = (selector: string) => row.querySelector(selector)?.getBoundingClientRect()
      const [price, title] = [box('.price'), box('.artist-track-text')]
      if (!price || !title) return null
      const isBeside = price.top < title.bottom && price.bottom > title.top
      return { end: Math.round(price.right), isBeside }
    }),
  )
}

test.each([desktop, phone])(
  'at $width px without scripts the prices are beside the titles, at the right edge of the list',
  async (screen) => {
    await using visitor = await browser.visitor({ ...screen, scripts: false })
    const page = await visitor.newPage()
    await page.goto(app.url + path)
    const list = await page.locator('.artist-tracks').boundingBox()
    const end = Math.round((list?.x ?? 0) + (list?.width ?? 0))
    expect(await pricesOf(page)).toEqual(
      Array.from({ length: 10 }, () => ({ end, isBeside: true })),
    )
  },
)

test('with scripts the prices stay in one column when the buttons come, and when one track is in the basket', async () => {
  await using visitor = await browser.visitor(desktop)
  const page = await visitor.newPage()
  await page.goto(app.url + path)
  const before = await pricesOf(page)
  expect(new Set(before.map((price) => price?.end)).size).toBe(1)
  const add = page.getByRole('button', { name: /^Add .* to basket$/ })
  await expect.poll(() => add.count()).toBe(10)
  expect(await pricesOf(page)).toEqual(before)
  await add.first().click()
  await expect.poll(() => add.count()).toBe(9)
  await settle(page)
  expect(await pricesOf(page)).toEqual(before)
})
