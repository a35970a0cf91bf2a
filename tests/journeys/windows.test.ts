import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { refusalMessage } from '../../src/rules/refusal.ts'
import { anApiPerson, type ApiPerson } from '../support/api-person.ts'
import { desktop, logInAs, openBrowser, phone } from '../support/browser.ts'
import { aDataFolder } from '../support/running-shop.ts'
import { openStockedShop } from '../support/stocked-shop.ts'

const shop = await openStockedShop()
afterAll(() => shop[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

async function visitorAs(person: ApiPerson): Promise<BrowserContext> {
  const visitor = await browser.visitor()
  await logInAs(visitor, shop.url, person)
  return visitor
}

test('logging out in one window takes the library off the screen of the other', async () => {
  await using visitor = await visitorAs(shop.singer)
  const library = await visitor.newPage()
  await library.goto(`${shop.url}/my-tracks`)
  await library.getByRole('heading', { level: 1, name: 'My Tracks' }).waitFor()
  await library.getByRole('button', { name: /^Account of/ }).waitFor()

  const other = await visitor.newPage()
  await other.goto(shop.url)
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('link', { name: 'Log in' }).first().waitFor()

  await expect.poll(() => new URL(library.url()).pathname, { timeout: 15_000 }).toBe('/login')
})

test('without a connection nothing that was typed is lost, and every part still answers', async () => {
  await using visitor = await visitorAs(shop.artist)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/artist-dashboard`)
  // Its scripts are there: without them a link is the browser's, which leaves the page.
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await page.getByText('Upload New Track').click()
  await page.getByLabel('Title', { exact: true }).fill('Half a title')
  await visitor.setOffline(true)

  await page.getByRole('link', { name: 'Tracks', exact: true }).first().click()
  await page.getByText('Network error - check your connection').first().waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a title')
  expect(new URL(page.url()).pathname).toBe('/artist-dashboard')
})

/** Scripts wait until they are let through, as on a slow line. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is pressed before the scripts have arrived takes effect with them, once, and Buy Now and View Cart open the cart (CHK-07, NAV-08)', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const letScriptsThrough = await holdScripts(page)
  await page.goto(`${shop.url}/tracks/${shop.longTrackId}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await button('Add to Basket').click()
  await page.locator('.track-head .play').click()
  await page.locator('.track-head .play').click()
  await page.getByText('Dark', { exact: true }).click()
  expect(await page.getByRole('region', { name: 'Preview player' }).count()).toBe(0)

  letScriptsThrough()
  await button('Basket, 1 item').waitFor()
  await page.getByRole('region', { name: 'Preview player' }).getByText('Playing').waitFor()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await button('Basket, 1 item').click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()

  const letThroughAgain = await holdScripts(page)
  await page.goto(`${shop.url}/tracks/${shop.boughtTrackId}`, { waitUntil: 'commit' })
  await button('Buy Now').click()
  const seek = page.locator('.track-head input[type=range]')
  await seek.click()
  letThroughAgain()
  await page.waitForURL(`${shop.url}/cart`)
  await page.getByRole('row', { name: /Barbara Allen/ }).waitFor()
  const bar = page.getByRole('region', { name: 'Preview player' })
  await bar.getByText('Playing').waitFor()
  // From the middle of it, where the waveform was pressed.
  const seconds = (await bar.getByRole('slider').getAttribute('aria-valuetext'))?.match(/\d+/g)
  const [position = 0, length = 0] = seconds?.map(Number) ?? []
  expect(length).toBeGreaterThan(1)
  expect(position).toBeGreaterThanOrEqual(Math.floor(length / 2))

  const letThroughLast = await holdScripts(page)
  await page.goto(`${shop.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('barbara')
  letThroughLast()
  await page.getByRole('heading', { name: 'Search Results 1 track' }).waitFor()

  const letSortThrough = await holdScripts(page)
  await page.goto(`${shop.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  letSortThrough()
  await page.waitForURL(/orderBy=price/)
})

test('a page for everyone offers to log in before its scripts arrive, but not where an account is in use', async () => {
  await using visitor = await visitorAs(shop.artist)
  const page = await visitor.newPage()
  await page.goto(shop.url)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.waitFor()
  const letScriptsThrough = await holdScripts(page)
  await page.goto(`${shop.url}/tracks`, { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  // As soon as the style sheet is there, too.
  await expect.poll(() => page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
  letScriptsThrough()
  await account.waitFor()
})

test('no form of a page leads to another site, except to the card provider', async () => {
  const artist = await anApiPerson(shop, 'artist', 'Tom Adeyemi')
  await using visitor = await browser.visitor({ ...desktop, scripts: false })
  await logInAs(visitor, shop.url, artist)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/artist-dashboard`)
  await page.getByRole('button', { name: 'Set up payments' }).click()
  await page.waitForURL((address) => address.origin !== shop.url)
  await page.getByRole('button', { name: 'Continue' }).first().waitFor()

  await using other = await browser.visitor()
  const planted = await other.newPage()
  await planted.goto(shop.url)
  const stopped = planted.evaluate(
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
  expect(await stopped).toEqual(['form-action', 'https://elsewhere.test/?'])
  expect(planted.url()).toBe(`${shop.url}/`)
})

test('an artist whose large file is refused after its first bytes reads why in the form', async () => {
  await using data = await aDataFolder()
  const file = join(data.path, 'take.wav')
  // Named like a recording, as nothing else passes the form's own checks.
  await writeFile(file, Buffer.alloc(50 * 1024 ** 2, 'no recording'))
  await using visitor = await visitorAs(shop.artist)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/artist-dashboard`)
  await page.getByText('Upload New Track').click()
  const form = page.getByRole('form', { name: 'Upload New Track' })
  await form.getByLabel('Track file').setInputFiles(file)
  await form.getByLabel('Title').fill('The Skye Boat Song')
  await form.getByLabel('Original artist').fill('Traditional')
  await form.getByLabel('Price in pounds').fill('4.99')
  await form.getByLabel('Description').fill('Fingerpicked.')
  await form.getByLabel('Track format').selectOption('Backing Track')
  await form.getByLabel('Instrumentation').selectOption('Acoustic Guitar')
  await form.getByLabel(/I confirm that I recorded this track myself/).check()
  const answered = page.waitForResponse(/api\/proxy\/tracks$/)
  await form.getByRole('button', { name: 'Upload track' }).click()
  expect((await answered).status()).toBe(415)
  await form.getByText(refusalMessage('audio_not_recognised')).first().waitFor()
})

type Box = { top: number; bottom: number }

/** Where the bars lie that stay in view, whatever is scrolled. */
function barsIn(page: Page): Promise<Record<'header' | 'buy' | 'player', Box | null>> {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const bar = document.querySelector(selector)
      const isStuck = bar !== null && ['sticky', 'fixed'].includes(getComputedStyle(bar).position)
      if (!isStuck) return null
      const { top, bottom } = bar.getBoundingClientRect()
      return { top, bottom }
    }
    return { header: box('.site-header'), buy: box('.buy-box'), player: box('.player-bar') }
  })
}

test('a phone has one dock: what one hears, and what buys it', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/tracks/${shop.longTrackId}`)
  const player = page.getByRole('region', { name: 'Preview player' })
  expect((await barsIn(page)).buy?.bottom).toBe(phone.height)

  await page.locator('.track-head .play').click()
  await player.getByText('Playing').waitFor()
  expect(await barsIn(page)).toMatchObject({ buy: null, player: { bottom: phone.height } })
  await player.getByRole('button', { name: /^Add · £/ }).waitFor()

  // Another track's page: both, one on the other, with no page between them.
  await page.getByRole('searchbox').fill('barbara')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Barbara Allen', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Barbara Allen' }).waitFor()
  const { buy, player: bar } = await barsIn(page)
  expect(buy).not.toBeNull()
  expect(buy?.bottom).toBe(bar?.top)

  // As at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await barsIn(page)).toEqual({ header: null, buy: null, player: null })
  await expectBuyUnderPlayer(page)
  await page.setViewportSize({ width: 667, height: 375 })
  await expectBuyUnderPlayer(page)
})

/** Before the description, as in the document and for the Tab key. */
async function expectBuyUnderPlayer(page: Page): Promise<void> {
  const [head, buy, about] = await Promise.all(
    ['.track-head', '.buy-box', '.track-about'].map((part) => page.locator(part).boundingBox()),
  )
  if (!head || !buy || !about) throw new Error('A part of the page is not shown.')
  expect(buy.y).toBeGreaterThanOrEqual(head.y + head.height)
  expect(about.y).toBeGreaterThanOrEqual(buy.y + buy.height)
}

test('beside a basket the narrowest phone still has the whole header, for a guest and a customer', async () => {
  for (const visiting of [browser.visitor(phone), visitorAs(shop.singer)]) {
    await using visitor = await visiting
    const page = await visitor.newPage()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${shop.url}/tracks/${shop.longTrackId}`)
    await page.getByRole('button', { name: 'Add to Basket', exact: true }).click()
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
    for (const path of ['/', '/tracks', '/cart', `/tracks/${shop.longTrackId}`]) {
      await page.goto(shop.url + path)
      await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${path}`).toBeLessThanOrEqual(320)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('link', { name: 'Copyright policy' }).first().waitFor()
    }
  }
})

test('a wide window has every cover of the first row at once, and the price close under the player', async () => {
  await using visitor = await browser.visitor(desktop)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/tracks`)
  const firstRow = await page.getByRole('article').evaluateAll((cards) => {
    const tops = cards.map((card) => card.getBoundingClientRect().top)
    return cards
      .filter((_card, at) => tops[at] === tops[0])
      .map((card) => card.querySelector('img')?.loading)
  })
  expect(firstRow).toEqual(['eager', 'eager', 'eager', 'eager', 'eager'])

  await page.goto(`${shop.url}/tracks/${shop.boughtTrackId}`)
  const player = await page.locator('.track-head .simple-player').boundingBox()
  const buy = await page.locator('.buy-box').boundingBox()
  if (!player || !buy) throw new Error('A part of the page is not shown.')
  expect(buy.y - (player.y + player.height)).toBeLessThan(30)
})

// At once the present cards give way to the next ones; after 700 ms skeletons have stood between. Either way it is too
// late for the browser to take a shift for the answer to a key.
test.each([0, 700])(
  'nothing jumps while one types a search that is answered after %i ms',
  async (delayMs) => {
    for (const screen of [phone, desktop]) {
      await using visitor = await browser.visitor(screen)
      const page = await visitor.newPage()
      await page.addInitScript(watchShifts)
      await page.route(/\.data/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue()
      })
      await page.goto(`${shop.url}/tracks`)
      await page.waitForLoadState('networkidle')
      for (const [typed, shown] of [
        ['shenandoah', 'Search Results 10 tracks'],
        ['barbara', 'Search Results 1 track'],
        ['zither', 'Search Results 0 tracks'],
        ['', 'All Tracks 12 tracks'],
      ] as const) {
        await page.getByRole('searchbox').fill(typed)
        await page.getByRole('heading', { name: shown }).waitFor()
        await twoFrames(page)
      }
      expect(await page.evaluate(() => window.shifts), `${screen.width} px`).toBeLessThan(0.05)
    }
  },
)

test('where the system forces its colours, stars and play buttons keep their shape', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${shop.url}/tracks?query=barbara`)
  const card = page.getByRole('article', { name: 'Barbara Allen' })
  await card.waitFor()
  // An outline for each star, and full ones as far as the rating goes.
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

/** The second begins once the first has been painted and reported. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
