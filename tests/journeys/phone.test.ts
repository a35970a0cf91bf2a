// What a phone has less room for: header, menu, cart, player.

import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { brokenRules, openBrowser, phone, settle } from '../support/browser.ts'
import { playWithoutEnd } from '../support/sound/players.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const boxesOf = (parts: Locator) =>
  parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))

test('on a phone with a basket the header has room: the search is an icon, and the log-in is in the menu', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  const path = `/tracks/${app.longTrackId}`
  await page.goto(app.url + path)
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Log in' }).waitFor()
  await header.getByRole('searchbox').waitFor()
  await page.getByRole('button', { name: 'Add to Basket', exact: true }).click()
  await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
  await header.getByRole('searchbox').waitFor({ state: 'hidden' })
  expect(await header.getByRole('link', { name: 'Log in' }).isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'Home',
    'Tracks',
    'Artists',
    'Log in',
    'Open an account',
    'About',
    'Contact',
  ])
  const next = `?next=${encodeURIComponent(path)}`
  const hrefOf = (name: string) => menu.getByRole('link', { name }).getAttribute('href')
  expect(await hrefOf('Log in')).toBe(`/login${next}`)
  expect(await hrefOf('Open an account')).toBe(`/register${next}`)
  expect(await brokenRules(page, 'light', '#site-menu')).toEqual([])
  await page.keyboard.press('Escape')
  await header.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { level: 1, name: 'All Tracks 12 tracks' }).waitFor()
})

test('the phone’s menu leads a user to the bought tracks', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer, phone)
  const page = await visitor.newPage()
  await page.goto(app.url)
  await settle(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'My Tracks' }).waitFor()
  expect(await menu.getByRole('link', { name: /Log in|account/ }).count()).toBe(0)
})

test('on a phone the cart’s total and its checkout stay at the bottom, above the player', async () => {
  const page = await browser.emptiedPage(app.url, app.singer)
  await playWithoutEnd(page)
  await page.setViewportSize(phone)
  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await settle(page)
  for (const title of ['Shenandoah', 'Shenandoah 3', 'Shenandoah 4'])
    await page.getByRole('button', { name: `Add ${title} to basket`, exact: true }).click()
  await page.getByRole('button', { name: 'Basket, 3 items' }).waitFor()
  await page.goto(`${app.url}/cart`)
  const dock = page.getByRole('region', { name: 'Checkout' })
  await dock.getByText('£10.50').waitFor()
  const bottomOf = async () => {
    const [box] = await boxesOf(dock)
    return Math.round(box?.bottom ?? Number.NaN)
  }
  await expect.poll(bottomOf).toBe(phone.height)
  await page.getByRole('button', { name: /^Preview Track of Shenandoah$/ }).click()
  const player = page.getByRole('region', { name: 'Preview player' })
  await player.getByText('Playing').waitFor()
  const topOfPlayer = async () => Math.round((await boxesOf(player))[0]?.top ?? Number.NaN)
  await expect.poll(async () => (await bottomOf()) - (await topOfPlayer())).toBe(0)
  await player.getByRole('button', { name: 'Close player' }).click()

  // Its button is under the price, so that the title has the width.
  const row = page.getByRole('row', { name: /Shenandoah 3/ })
  const [remove] = await boxesOf(row.getByRole('button', { name: /^Remove/ }))
  const [both] = await boxesOf(row.getByText('£3.50'))
  const oneLine = 20
  expect((remove?.top ?? Number.NaN) - (both?.top ?? 0)).toBeGreaterThan(oneLine)
  // A low window has no space for it.
  await page.setViewportSize({ width: 844, height: 390 })
  expect(await dock.evaluate((part) => getComputedStyle(part).position)).toBe('static')
})

test('on a phone the player’s title is beside the waveform, and a failure is readable in full', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await playWithoutEnd(page)
  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await settle(page)
  await page.getByRole('button', { name: 'Preview Shenandoah', exact: true }).click()
  const player = page.getByRole('region', { name: 'Preview player' })
  await player.getByText('Playing').waitFor()
  const title = player.getByRole('link', { name: 'Shenandoah' })
  const isCut = (part: Locator) => part.evaluate((text) => text.scrollWidth > text.clientWidth)
  expect(await isCut(title)).toBe(false)
  const wave = player.locator('.wave')
  // The controls of the bar come after its first picture, and move it.
  await expect
    .poll(async () => {
      const [[drawn], [name]] = [await boxesOf(wave), await boxesOf(title)]
      return Math.abs((drawn?.top ?? 0) - (name?.top ?? Number.NaN))
    })
    .toBeLessThan(12)
  expect((await boxesOf(wave))[0]?.width).toBeGreaterThan(120)

  await page.route('**/preview.mp3', (route) => route.abort())
  await page.getByRole('button', { name: 'Preview Shenandoah 3', exact: true }).click()
  const failure = player.getByRole('alert')
  await failure.waitFor()
  expect(await isCut(failure)).toBe(false)
  await player.getByRole('button', { name: /^Add/ }).waitFor()
  expect(await player.getByText('£').count()).toBe(0)
  const [bar] = await boxesOf(player)
  for (const part of await boxesOf(
    player.locator('.play, a, [role=alert], .buy-button, .icon-button'),
  ))
    expect(part.height === 0 || (part.top >= (bar?.top ?? 0) && part.bottom <= phone.height)).toBe(
      true,
    )
})

test('the band about test payments is 20 px high on a phone, and once dismissed it stays away without moving a page', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  const band = page.getByRole('complementary', { name: 'Test mode' })
  const [box] = await boxesOf(band)
  expect(box?.height).toBe(20)
  expect(await brokenRules(page, 'light', '.site-banner')).toEqual([])
  await band.getByRole('button', { name: 'Dismiss' }).click()
  await band.waitFor({ state: 'hidden' })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) document.documentElement.dataset.moved = ''
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${app.url}/about`)
  await settle(page)
  expect(await band.isVisible()).toBe(false)
  expect(await page.locator('html[data-moved]').count()).toBe(0)
})

test('the share menu begins with the device’s own sheet, and each item has an icon', async () => {
  await using visitor = await browser.visitor(phone)
  const page = await visitor.newPage()
  await page.addInitScript(() => {
    navigator.share = () => Promise.resolve()
  })
  await page.goto(`${app.url}/tracks/${app.boughtTrackId}`)
  await settle(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const items = page.getByRole('menuitem')
  expect(await items.first().innerText()).toBe('Share from this device…')
  const icons = await items.evaluateAll((all) =>
    all.map((item) => getComputedStyle(item, '::before').maskImage),
  )
  expect(icons).toHaveLength(7)
  expect(new Set(icons).size).toBe(7)
  for (const icon of icons) expect(icon).toMatch(/^url\(/)
})
