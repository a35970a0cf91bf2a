// Choosing a song: suggestions while typing, its other versions, and the button that tells the state.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../src/server/db/client.ts'
import { brokenRules, desktop, hasFocus, openBrowser, phone, settle } from '../support/browser.ts'
import { databaseUrlOf } from '../support/inside.ts'
import { createTrack } from '../support/catalogue/stored-track.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
await addVersions()
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** Barbara Allen again, in other keys. */
async function addVersions(): Promise<void> {
  const database = connect(await databaseUrlOf(app.dataDir), { onIdleError: () => undefined })
  try {
    const { db } = database
    const original = await db
      .selectFrom('tracks')
      .select(['artist_id as artistId', 'title', 'original_artist as originalArtist'])
      .where('id', '=', app.boughtTrackId)
      .executeTakeFirstOrThrow()
    await createTrack(db, { ...original, keySignature: 'G', pricePence: 700 })
    await createTrack(db, { ...original, keySignature: 'Bb', vocalRange: 'Alto' })
  } finally {
    await database.close()
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test.each([
  { at: 'the home page', path: '/', screen: phone },
  { at: 'the catalogue', path: '/tracks', screen: desktop },
])('a song is suggested and opened by keyboard at $at, and nothing moves', async (place) => {
  await using visitor = await browser.visitor(place.screen)
  const page = await visitor.newPage()
  await page.goto(app.url + place.path)
  await settle(page)
  const before = await sections(page)
  const box = page.getByRole('main').getByLabel('Search tracks')
  await box.focus()
  await page.keyboard.type('barb')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await list.getByRole('option', { name: /^Barbara Allen/ }).waitFor()
  expect(await brokenRules(page, 'light', '.search-box')).toEqual([])
  // Nothing cuts the list off, and it is in front of what is below it.
  expect(await isInFront(page, '[role=option]:last-of-type')).toBe(true)

  await page.keyboard.press('ArrowDown')
  expect(await box.inputValue()).toBe('barb')
  expect(await sections(page)).toEqual(before)
  // A letter that is typed while a suggestion is active belongs to the text.
  await page.keyboard.type('a')
  expect(await box.inputValue()).toBe('barba')
  await list.getByRole('option', { name: /^Barbara Allen/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The results of what was typed may be there already.
  await page.waitForURL((url) => url.search === '?query=Barbara+Allen')
  await page.getByRole('heading', { name: /^Search Results/ }).waitFor()
})

test('a letter that is typed while the list of suggestions is drawn is added to the text', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  const box = page.getByRole('main').getByLabel('Search tracks')
  await box.focus()
  await page.keyboard.type('bar')
  await page.getByRole('option', { name: /^Barbara Allen/ }).waitFor()
  // A slow page: it gets the letter before it has drawn which suggestion is active.
  await page.evaluate(() => {
    addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowDown') return
      const until = performance.now() + 500
      while (performance.now() < until);
    })
  })
  await Promise.all([page.keyboard.press('ArrowDown'), page.keyboard.type('b')])
  expect(await box.inputValue()).toBe('barb')
})

/** Where the parts of the page begin. Their sizes may change with the results of what was typed. */
function sections(page: Page): Promise<number[][]> {
  return page
    .locator('main h1, main .search-box, main section:not(#results section)')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top } = part.getBoundingClientRect()
        return [left, top].map(Math.round)
      }),
    )
}

function isInFront(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

test('another version takes the place of a track on its card, and without a script its page opens', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  await settle(page)
  await link(page, 'Key of G major').first().click()
  await link(page, 'Open this version').click()
  await page.getByRole('heading', { level: 1, name: 'Barbara Allen' }).waitFor()
  await page.getByText('£7.90').first().waitFor()

  expect(await brokenRules(page, 'light', '.track-head')).toEqual([])

  await page.goto(`${app.url}/tracks?query=barbara+allen`)
  await settle(page)
  expect(await brokenRules(page, 'light', '.card-grid')).toEqual([])
  const card = page.getByRole('article').filter({ hasText: '£7.90' })
  const back = card.getByRole('link', { name: 'Key of B flat major' })
  await back.focus()
  await page.keyboard.press('Enter')
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('G')

  await using plain = await browser.visitor({ ...phone, scripts: false })
  const plainPage = await plain.newPage()
  await plainPage.goto(`${app.url}/tracks?query=barbara+allen`)
  await plainPage.getByRole('link', { name: 'Key of B flat major' }).first().click()
  await plainPage.getByRole('heading', { level: 1, name: 'Barbara Allen' }).waitFor()
  expect(await plainPage.getByText('Key of B flat major').count()).toBeGreaterThan(0)
})

test('a track’s button tells its state: in the basket, which it opens, or owned', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await settle(page)
  await page.getByRole('button', { name: 'Add Shenandoah to basket', exact: true }).click()
  const inBasket = page.getByRole('button', { name: 'In basket: Shenandoah', exact: true })
  await inBasket.waitFor()
  const basket = page.getByRole('region', { name: 'Basket' })
  expect(await basket.isVisible()).toBe(false)
  await inBasket.click()
  await basket.getByRole('link', { name: 'Shenandoah' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(inBasket)).toBe(true)

  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  const owned = page.getByRole('link', { name: /^Download Barbara Allen as (?!MP3)/ })
  await page.getByText(/^Yours since/).waitFor()
  expect(await page.locator('.buy-box .price').count()).toBe(0)
  const download = page.waitForEvent('download')
  await owned.click()
  expect((await download).suggestedFilename()).toMatch(/^Barbara Allen\./)
})

test('nothing moves when the page finds out what the user owns', async () => {
  const pages = [`/tracks/${app.boughtTrackId}`, '/tracks?query=barbara']
  for (const { user, state, said, paths } of [
    {
      user: app.singer,
      state: /^(Owned · Download|Download Barbara Allen as)/,
      said: (page: Page) => page.getByRole('button', { name: /^Delete your comment/ }).first(),
      paths: pages,
    },
    {
      user: app.artist,
      state: /^Yours/,
      said: (page: Page) => page.locator('.rating-refusal'),
      paths: [...pages, '/'],
    },
  ]) {
    await using visitor = await browser.visitorAs(app.url, user)
    const page = await visitor.newPage()
    // As after a login the browser remembers that somebody was logged in.
    await page.goto(`${app.url}/cart`)
    await settle(page)
    for (const path of paths) {
      const found = Promise.withResolvers<void>()
      await page.route('**/api/proxy/**', async (route) => {
        await found.promise
        await route.continue()
      })
      await page.goto(app.url + path)
      await page.getByRole('button', { name: /^Add/ }).first().waitFor()
      const before = await positions(page)
      found.resolve()
      await page.getByRole('link', { name: state }).first().waitFor()
      // What the user may say and has said is found out, too.
      if (path === pages[0]) await said(page).waitFor()
      expect([path, await positions(page)]).toEqual([path, before])
      await page.unroute('**/api/proxy/**')
    }
  }
})

/** Of everything around the buttons, and of the box that has them on a track's page. */
function positions(page: Page): Promise<number[]> {
  return page
    .locator('.card, .card .price, .card .buy-button, .buy-box, .track-about, .track-facts')
    .evaluateAll((parts) =>
      parts.flatMap((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect()
        return [left, top, right, bottom].map(Math.round)
      }),
    )
}
