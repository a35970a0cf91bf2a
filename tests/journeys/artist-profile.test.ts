// An artist's profile and its dialogs on the screen, over another page and as a page.
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { hasFocus, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const [{ artist_id: artistId } = { artist_id: '' }] = await queryDatabase<{ artist_id: string }>(
  app.dataDir,
  `select artist_id from tracks where id = '${app.boughtTrackId}'`,
)
const name = 'Bartholomew Featherstonehaugh'
const noArtist = '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de'
/** The page on which the artist is found, and what its link opens over it. */
const address = `${app.url}/tracks?query=barbara&artist=${artistId}`

async function expectFocus(locator: Locator): Promise<void> {
  await expect.poll(() => hasFocus(locator)).toBe(true)
}

test('a profile opens over a page; its dialogs close one at a time, by keyboard, Back, Close and the backdrop, and the artist answers a review (DLG-01)', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const profile = page.getByRole('dialog', { name })
  const reviews = page.getByRole('dialog', { name: `Reviews for ${name}` })
  await page.goto(`${app.url}/tracks?query=barbara`)
  await settle(page)
  await page.goto(address)
  await profile.waitFor()
  await expectFocus(profile.getByRole('heading', { level: 2, name }))
  await settle(page)
  expect(await problemsOnScreens(page, '.dialog')).toEqual([])

  // One Escape for each: the share menu, the reviews, the profile.
  await button('Share').focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Facebook' }))
  await page.keyboard.press('Escape')
  await expectFocus(button('Share'))
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
  await button('Write the First Review').focus()
  await page.keyboard.press('Enter')
  await expectFocus(reviews.getByRole('textbox', { name: 'Write a Review' }))
  await page.keyboard.type('So kind, and on time.')
  expect(await problemsOnScreens(page, '[role=dialog]:not([data-nested-dialog-open])')).toEqual([])
  await button('Post Review').click()
  await reviews.getByText('So kind, and on time.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => reviews.count()).toBe(0)
  await profile.getByText('So kind, and on time.').waitFor()
  await button('View all 1 reviews').click()
  await reviews.waitFor()
  await page.goBack()
  await expect.poll(() => reviews.count()).toBe(0)
  await expectFocus(button('View all 1 reviews'))
  await page.keyboard.press('Escape')
  await expect.poll(() => profile.count()).toBe(0)
  expect(page.url()).toBe(`${app.url}/tracks?query=barbara`)

  for (const close of ['Back', 'Close', 'backdrop']) {
    await page.goto(address)
    await profile.waitFor()
    if (close === 'Back') await page.goBack()
    if (close === 'Close') await button('Close').click()
    if (close === 'backdrop') await page.mouse.click(20, 400)
    await expect.poll(() => profile.count()).toBe(0)
    expect(page.url()).toBe(`${app.url}/tracks?query=barbara`)
  }

  await using artistVisitor = await browser.visitorAs(app.url, app.artist)
  const artistPage = await artistVisitor.newPage()
  await artistPage.goto(`${app.url}/artist/${artistId}?reviews=read`)
  await artistPage.getByRole('button', { name: /^Answer/ }).click()
  await artistPage.getByRole('textbox', { name: /^Your answer/ }).fill('Thank you!')
  await artistPage.getByRole('button', { name: 'Post Answer', exact: true }).click()
  await artistPage.getByText('Thank you!').first().waitFor()

  // The same for everyone, at once.
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  await page.locator('.track-by').getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('Thank you!').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/artist/${artistId}`)
})

test('the page of an artist is readable without an account or scripts, has data for other sites, is still while it loads, and breaks no rule', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.addInitScript(watchShifts)
  await page.goto(`${app.url}/artist/${artistId}`)
  await settle(page)
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.05)
  const html = await (await page.request.get(`${app.url}/artist/${artistId}`)).text()
  expect(await markupProblems(html)).toEqual([])
  const text = html.replaceAll('<!-- -->', '')
  for (const part of ['Artist Info', 'Showing 10 of 12 tracks', name, '"@type":"MusicGroup"'])
    expect(text).toContain(part)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${app.url}/artist/${artistId}`,
  )
  expect(await page.locator('meta[property="og:type"]').getAttribute('content')).toBe('profile')
  expect(await problemsOnScreens(page)).toEqual([])
  for (const unknown of [noArtist, 'me'])
    expect((await page.request.get(`${app.url}/artist/${unknown}`)).status()).toBe(404)
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
