import { afterAll, expect, test } from 'vitest'
import { desktop, hasFocus, openBrowser, problemsOnScreens, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const videoId = 'dQw4w9WgXcQ'
await queryDatabase(
  app.dataDir,
  `update tracks set youtube_guide_url = 'https://youtu.be/${videoId}', licence_status = 'licensed',
     licensed_from = repeat('Publisher', 20), instructions = repeat('Wait', 60),
     description = 'שיר ' || repeat('אבגד', 60), title = repeat('W', 100), key_signature = null,
     genre = null, vocal_range = null
   where id = '${app.longTrackId}'`,
)
await queryDatabase(
  app.dataDir,
  `update tracks set youtube_guide_url = 'https://youtu.be/${videoId}' where id = '${app.boughtTrackId}'`,
)
const address = `${app.url}/tracks/${app.boughtTrackId}`

test('a track is opened from the catalogue, shared, and leads to another one of its artist (SHR-02, SHR-04)', async () => {
  await using visitor = await browser.visitor()
  await visitor.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks?query=barbara`)
  await page.getByRole('link', { name: 'Barbara Allen', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Barbara Allen' }).waitFor()
  await settle(page)
  expect(await markupProblems(await page.content())).toEqual([])

  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.focus()
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  // The menu takes the keyboard a moment after it is shown.
  await expect.poll(() => hasFocus(item('Facebook'))).toBe(true)
  await page.keyboard.press('End')
  await expect.poll(() => hasFocus(item('Copy link'))).toBe(true)
  expect(await problemsOnScreens(page, '.share-menu')).toEqual([])
  await page.setViewportSize(desktop)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(share)).toBe(true)
  await share.click()
  await item('Copy link').click()
  await page.getByText('Link copied to clipboard!').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await visitor.clearPermissions()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByText('Link copied to clipboard!').waitFor({ state: 'detached' })
  await share.click()
  await item('Copy link').click()
  await page.getByText('Link copied to clipboard!').waitFor()

  const more = page.getByRole('region', { name: /^More Tracks by Bartholomew/ })
  expect(await more.getByRole('article').count()).toBe(5)
  await more.getByRole('link', { name: 'Shenandoah', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Shenandoah' }).waitFor()
})

test('the page has a picture and data for other sites, and a guide that is loaded on a press (TRK-17)', async () => {
  const page = await browser.emptiedPage(app.url)
  const elsewhere: string[] = []
  await page.route(
    (url) => url.origin !== app.url,
    async (route) => {
      elsewhere.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>The guide</title>' })
    },
  )
  await page.goto(address)
  await settle(page)
  const meta = (property: string) =>
    page.locator(`meta[property="${property}"]`).first().getAttribute('content')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(address)
  const picture = await page.request.get((await meta('og:image')) ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])

  expect(elsewhere).toEqual([])
  await page.getByRole('button', { name: 'Play the guide' }).click()
  const frame = page.frameLocator('iframe[title^="Guide track of"]')
  await frame.locator('html').waitFor({ state: 'attached' })
  expect(elsewhere).toEqual([`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`])
})

test.each([
  { state: 'a track with everything', id: app.boughtTrackId },
  { state: 'a long title without spaces, right-to-left text and no key', id: app.longTrackId },
])('$state breaks no rule in light or dark, and fits a phone', async ({ id }) => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/tracks/${id}`)
  await settle(page)
  expect(await problemsOnScreens(page)).toEqual([])
  const tops = await page
    .locator('.track-facts, .track-community, .track-related')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(tops.toSorted((one, other) => one - other)).toEqual(tops)
})

test('the artist sees the statistics of the track; nobody else is sent them; both ways back lead on (TRK-22, ROL-20, NAV-09, NAV-10)', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(address)
  const box = page.getByRole('region', { name: 'Owner Statistics' })
  await box.getByText('Price (artist receives)').waitFor()
  expect(await problemsOnScreens(page)).toEqual([])
  const source = await (await page.request.get(address)).text()
  expect(source).not.toContain('Owner Statistics')

  await page.setViewportSize(desktop)
  await page.goto(`${address}?from=my-tracks`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await breadcrumb.getByRole('link', { name: 'My Tracks' }).click()
  await page.getByRole('heading', { level: 1, name: 'My Tracks' }).waitFor()
  await page.goto(`${address}?from=artist-dashboard`)
  await page.getByRole('link', { name: 'Back to Track Management' }).click()
  await page.waitForURL(`${app.url}/artist-dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('every page has the same header, basket and toasts (NAV-23, NAV-03)', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(address)
  await settle(page)
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  const basket = page.getByRole('button', { name: 'Basket, 1 item' })
  await basket.waitFor()
  await page.locator('.track-community').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  const paths = [
    '/',
    '/tracks',
    '/cart',
    '/register',
    '/copyright-policy',
    '/tracks/none',
    '/login',
  ]
  for (const path of paths) {
    await page.goto(app.url + path)
    await basket.waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
  }
  await basket.click()
  await page.getByRole('button', { name: 'Remove Barbara Allen' }).click()
  await page.getByText('Removed from cart').waitFor()
})
