// Commissions by keyboard alone: Tab, Enter, Space, and typing.

import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, settle } from '../support/browser.ts'
import {
  askForCommission,
  orderCommission,
  shortRecording,
} from '../support/commissions/api-commission.ts'
import { button, confirm, press, type } from '../support/commissions/by-keyboard.ts'
import { openCommission, statusOn } from '../support/commissions/commission-page.ts'
import { moveClock } from '../support/moved-clock.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const { url } = app

test('by keyboard alone a visitor registers on the way to the form of an artist, and asks for a track', async () => {
  // The first request also makes the artist one who takes commissions.
  await askForCommission(app)
  type Own = { id: string }
  const { id } = await app.artist.request<Own>('GET /api/proxy/auth/get-id-and-role')
  const page = await (await browser.visitor()).newPage()
  await page.goto(`${url}/artist/${id}`)
  await settle(page)
  await press(page, page.getByRole('link', { name: 'Order Custom Track' }))
  await page.waitForURL(/\/register\?next=/)
  await settle(page)
  await type(page, page.getByLabel('Email'), 'keyboard-singer@example.com')
  await type(page, page.getByLabel('Username'), 'Keyboard Singer')
  await type(page, page.getByLabel('Password', { exact: true }), 'four words in a row')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/artist/${id}/commission`))
  const explainer = page.getByRole('dialog')
  await explainer.locator(':focus').waitFor()
  await press(page, button(explainer, 'I understand'), 'Space')
  await explainer.waitFor({ state: 'detached' })
  await type(page, page.getByLabel(/^Track name/), 'Skylark')
  await type(page, page.getByLabel(/^Detailed requirements/), 'Slowly, please.')
  await press(page, button(page, 'Send request'))
  await page.waitForURL(/\/commissions\/[0-9a-f-]+$/)
  await statusOn(page, 'Waiting for the artist').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Skylark')
})

async function pay(singer: Page, id: string, price: string): Promise<void> {
  await press(singer, button(singer, `Confirm and pay ${price}`))
  await type(singer, singer.getByLabel('Card number'), '4242 4242 4242 4242')
  await type(singer, singer.getByLabel('Expiry'), '12/34')
  await type(singer, singer.getByLabel('CVC'), '123')
  await type(singer, singer.getByLabel('Name on card'), 'Mia Sings')
  await singer.keyboard.press('Enter')
  await singer.waitForURL((address) => address.pathname === `/commissions/${id}`)
  await statusOn(singer, 'In progress').waitFor()
  await settle(singer)
}

async function deliver(artist: Page): Promise<void> {
  const recording = join(app.dataDir, 'skylark.wav')
  await writeFile(recording, shortRecording)
  await statusOn(artist, 'In progress').waitFor()
  const choosing = artist.waitForEvent('filechooser')
  await press(artist, artist.getByLabel('The finished track'), 'Space')
  await (await choosing).setFiles(recording)
  await press(artist, button(artist, 'Deliver this track'))
}

test('by keyboard alone an artist accepts and delivers, and a singer pays, approves and downloads', async () => {
  const id = await askForCommission(app)
  const artist = await openCommission(browser, { url, id, as: app.artist })
  const singer = await openCommission(browser, { url, id, as: app.singer })
  await confirm(artist, 'Accept', 'Accept')

  await pay(singer, id, '£44.20')
  await deliver(artist)
  // The singer has wished for a guide.
  await press(artist, button(artist, /without/))

  await statusOn(singer, 'Delivered').waitFor()
  await press(singer, button(singer, /^Play/).first())
  await confirm(singer, 'Approve', 'Approve')
  const downloading = singer.waitForEvent('download')
  await press(singer, singer.getByRole('link', { name: /^Download/ }))
  expect((await downloading).suggestedFilename()).toMatch(/\.wav$/)
})

test('by keyboard alone a singer cancels work that is late, and reads that the money is back', async () => {
  const id = await orderCommission(app)
  await moveClock(app, 10)
  const singer = await openCommission(browser, { url, id, as: app.singer })
  await confirm(singer, 'Cancel and get my money back', 'Cancel the commission')
  await statusOn(singer, 'Cancelled').waitFor()
  await singer.getByText('£44.20 sent back to your card').waitFor()
  expect(await button(singer, 'Cancel and get my money back').count()).toBe(0)
})

test('by keyboard alone an artist makes an offer, and a singer who has changed the key asks for it, pays its price and is sent the track', async () => {
  // A singer who has bought one is not told any more how it works.
  await orderCommission(app)
  const dashboard = await (await browser.visitorAs(url, app.artist)).newPage()
  await dashboard.goto(`${url}/artist-dashboard/commissions`)
  await settle(dashboard)
  await press(dashboard, button(dashboard, 'Add an offer'))
  const form = dashboard.getByRole('dialog', { name: 'Add an Offer' })
  await form.locator(':focus').waitFor()
  await type(dashboard, form.getByLabel(/^Title/), 'Same song in another key')
  await type(dashboard, form.getByLabel(/^Price in pounds/), '15')
  // The first letters choose in a list.
  await type(dashboard, form.getByLabel(/^Delivery promise/), '3 d')
  await type(dashboard, form.getByRole('radio', { name: 'Any wish' }), '')
  await dashboard.keyboard.press('ArrowDown')
  await press(dashboard, button(form, 'Save offer'))
  await form.waitFor({ state: 'detached' })
  await dashboard.getByText('Singers pay £16.70, you receive £15.00 · within 3 days').waitFor()

  const singer = await (await browser.visitorAs(url, app.singer)).newPage()
  await singer.goto(`${url}/tracks/${app.longTrackId}`)
  await settle(singer)
  const link = singer.getByRole('link', { name: /^Have .+ (re-)?record it / })
  expect(await link.textContent()).toMatch(/ record it for you \(/)
  await press(singer, singer.getByText('Hear it in your key', { exact: true }))
  await press(singer, button(singer, 'One semitone lower'))
  await singer
    .getByRole('link', { name: / re-record it in this key \(£16\.70, within 3 days\)$/ })
    .waitFor()
  await press(singer, link)
  const request = singer.getByRole('dialog', { name: /^Request Custom Track from / })
  await request.locator(':focus').waitFor()
  expect(await request.getByRole('radio', { name: 'Same song in another key' }).isChecked()).toBe(
    true,
  )
  await press(singer, button(request, 'Send request'))
  await singer.waitForURL(/\/commissions\/[0-9a-f-]+$/)
  const id = new URL(singer.url()).pathname.split('/').at(-1) ?? ''
  await singer.getByText('Offer: Same song in another key').waitFor()

  const artist = await openCommission(browser, { url, id, as: app.artist })
  await confirm(artist, 'Accept', 'Accept')
  await pay(singer, id, '£16.70')
  await deliver(artist)
  await statusOn(singer, 'Delivered').waitFor()
})
