// A singer asks for a recording: over a profile, from a track, and as a visitor.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, settle } from '../support/browser.ts'
import { askForCommission } from '../support/commissions/api-commission.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const { id: artistId } = await app.artist.request<{ id: string }>(
  'GET /api/proxy/auth/get-id-and-role',
)
// The first request also makes the artist one who takes commissions.
await askForCommission(app)

const form = (page: Page) => page.getByRole('dialog', { name: /^Request Custom Track from / })
const profile = (page: Page) => page.getByRole('dialog', { name: 'Bartholomew Featherstonehaugh' })
const understood = (page: Page) => page.getByRole('button', { name: 'I understand' }).click()

test('the form stands over the profile: what is pressed in it leaves both open, and Escape closes one at a time', async () => {
  const page = await browser.emptiedPage(app.url, app.singer)
  await page.goto(`${app.url}/artists?artist=${artistId}`)
  await page.getByRole('link', { name: 'Order Custom Track' }).click()
  await understood(page)
  await form(page)
    .getByLabel(/^Track name/)
    .fill('Skylark')
  await form(page)
    .getByText(/^You pay nothing now/)
    .click()
  await form(page).waitFor()
  await page.keyboard.press('Escape')
  await form(page).waitFor({ state: 'detached' })
  await profile(page).waitFor()
  await page.keyboard.press('Escape')
  await profile(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

test('a track is asked for again in the key in which it is heard, and the commission opens', async () => {
  const page = await browser.emptiedPage(app.url, app.singer)
  await page.goto(`${app.url}/tracks/${app.longTrackId}?key=-2`)
  await settle(page)
  await page.getByRole('link', { name: /^Have .+ re-record it in this key/ }).click()
  await understood(page)
  const reference = await form(page)
    .getByLabel(/^Reference URL/)
    .inputValue()
  expect(reference).toBe(`${app.url}/tracks/${app.longTrackId}?key=-2`)
  await form(page).getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(/\/commissions\/[0-9a-f-]+$/)
  await page.getByText('Commission request created successfully!').first().waitFor()
  await page.getByRole('heading', { name: 'Waiting for the artist' }).waitFor()
})

test('a visitor who wants a custom track registers, and is back at the form of that artist', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/artist/${artistId}`)
  await page.getByRole('link', { name: 'Order Custom Track' }).click()
  await page.waitForURL(/\/register\?next=/)
  await page.getByLabel('Email').fill('new-singer@example.com')
  await page.getByLabel('Username').fill('New Singer')
  await page.getByLabel('Password', { exact: true }).fill('four words in a row')
  await page.getByRole('button', { name: 'Open my account' }).click()
  await page.waitForURL(new RegExp(`/artist/${artistId}/commission`))
  await understood(page)
  expect(await page.getByLabel(/^Track name/).inputValue()).toBe('')
})
