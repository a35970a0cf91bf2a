import { afterAll, expect, test } from 'vitest'
import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { publish } from '../support/api-user.ts'
import { brokenRules, openBrowser, phone, settle } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

test('an artist uploads a track, and the bell of a follower rings without reloading or moving the page; the notification leads to the track', async () => {
  const { id: artistId } = await app.artist.request<{ id: string }>(
    'GET /api/proxy/auth/get-id-and-role',
  )
  await app.singer.request(`POST /api/users/follow/${artistId}`, {})
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.evaluate(() => {
    document.body.dataset.kept = ''
    const watch = new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) document.body.dataset.moved = ''
    })
    watch.observe({ type: 'layout-shift' })
  })

  const recording = makeWav({ waveform: tone(262), seconds: 12 })
  const trackId = await publish(app, app.artist, recording, { title: 'The Water Is Wide' })
  const ringing = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await ringing.waitFor()
  expect(await page.locator('body[data-kept]:not([data-moved])').count()).toBe(1)
  await ringing.click()
  const menu = page.getByRole('region', { name: 'Notifications' })
  const sentence = 'Bartholomew Featherstonehaugh has a new track: “The Water Is Wide”.'
  await menu.getByRole('link', { name: sentence }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page, colorScheme, '#notification-menu')).toEqual([])
  }

  await page.setViewportSize(phone)
  await menu.getByRole('link', { name: sentence }).click()
  await page.waitForURL(`${app.url}/tracks/${trackId}`)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(await page.locator('body[data-kept]').count()).toBe(1)
  await page.goto(`${app.url}/notifications`)
  await settle(page)
  await page.getByText('All notifications are read.').waitFor()
  expect(await brokenRules(page, 'dark')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Decisions about what you reported').uncheck()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Decisions about what you reported').isChecked()).toBe(false)
})
