// Commissions by keyboard alone: Tab, Enter, Space, and typing.

import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, settle, tabTo } from '../support/browser.ts'
import {
  askForCommission,
  moveClock,
  orderCommission,
  shortRecording,
} from '../support/commissions/api-commission.ts'
import { openCommission, statusOn } from '../support/commissions/commission-page.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const { url } = app

const mostTabStops = 80

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await control.waitFor()
  await tabTo(page, control, mostTabStops)
  await page.keyboard.press(key)
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor()
  await tabTo(page, field, mostTabStops)
  await page.keyboard.type(text)
}

/** Answers the question that the button opens. */
async function confirm(page: Page, name: string, submit: string): Promise<void> {
  await press(page, button(page, name))
  const dialog = page.getByRole('dialog')
  await dialog.locator(':focus').waitFor()
  await press(page, button(dialog, submit), 'Space')
  await dialog.waitFor({ state: 'detached' })
}

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

test('by keyboard alone an artist accepts and delivers, and a singer pays, approves and downloads', async () => {
  const recording = join(app.dataDir, 'skylark.wav')
  await writeFile(recording, shortRecording)
  const id = await askForCommission(app)
  const artist = await openCommission(browser, { url, id, as: app.artist })
  const singer = await openCommission(browser, { url, id, as: app.singer })
  await confirm(artist, 'Accept', 'Accept')

  await press(singer, button(singer, 'Confirm and pay £44.20'))
  await type(singer, singer.getByLabel('Card number'), '4242 4242 4242 4242')
  await type(singer, singer.getByLabel('Expiry'), '12/34')
  await type(singer, singer.getByLabel('CVC'), '123')
  await type(singer, singer.getByLabel('Name on card'), 'Mia Sings')
  await singer.keyboard.press('Enter')
  await singer.waitForURL((address) => address.pathname === `/commissions/${id}`)
  await statusOn(singer, 'In progress').waitFor()
  await settle(singer)

  await statusOn(artist, 'In progress').waitFor()
  const choosing = artist.waitForEvent('filechooser')
  await press(artist, artist.getByLabel('The finished track'), 'Space')
  await (await choosing).setFiles(recording)
  await press(artist, button(artist, 'Deliver this track'))
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
