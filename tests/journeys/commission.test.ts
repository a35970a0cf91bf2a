// A commission from its request to its download, by two people in two browsers.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { makeWav, strummedChord } from '../../src/server/gateways/audio/audio-samples.ts'
import { desktop, openBrowser, phone, settle } from '../support/browser.ts'
import { askForCommission } from '../support/commissions/api-commission.ts'
import { watchDocuments } from '../support/commissions/commission-page.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Answers the question that the button opens. */
async function confirm(page: Page, name: string, title: string, words?: [string, string]) {
  await button(page, name).click()
  const dialog = page.getByRole('dialog', { name: title })
  if (words) await dialog.getByLabel(words[0]).fill(words[1])
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const status = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true })

async function deliver(page: Page, recording: string): Promise<void> {
  await page.getByLabel('The finished track').setInputFiles(recording)
  await button(page, 'Deliver this track').click()
  await page
    .getByText('Track uploaded successfully! Customer can now preview and approve.')
    .first()
    .waitFor()
}

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Mia Sings')
  await page.getByRole('button', { name: 'Pay £44.20' }).click()
}

test('a commission is accepted, paid, delivered, changed, approved and downloaded, and each sees the other’s step without reloading (CST-12, CST-23, PAY-02, PAY-16)', async () => {
  const song = makeWav({ waveform: strummedChord(), seconds: 50 })
  const recording = join(app.dataDir, 'skylark.wav')
  await writeFile(recording, song)
  const id = await askForCommission(app)
  const path = `${app.url}/commissions/${id}`
  await using artistBrowser = await browser.visitorAs(app.url, app.artist, desktop)
  await using singerBrowser = await browser.visitorAs(app.url, app.singer, phone)
  const [artist, singer] = [await artistBrowser.newPage(), await singerBrowser.newPage()]
  for (const page of [artist, singer]) {
    await page.goto(path)
    await settle(page)
  }
  const documents = watchDocuments(artist, singer)

  await confirm(artist, 'Accept', 'Accept this commission?')
  await status(singer, 'Waiting for payment').waitFor()
  await button(singer, 'Confirm and pay £44.20').click()
  await payByCard(singer)
  await singer.waitForURL((url) => url.pathname === `/commissions/${id}`)
  await status(singer, 'In progress').waitFor()
  await status(artist, 'In progress').waitFor()

  // The singer has wished for a guide.
  await artist.getByLabel('Sung guide').setInputFiles(recording)
  await deliver(artist, recording)
  await status(singer, 'Delivered').waitFor()
  await confirm(singer, 'Request changes', 'Request Changes?', [
    'What should be different?',
    'Softer, please.',
  ])
  await artist.getByText('Softer, please.').first().waitFor()
  await artist.getByLabel('Sung guide').setInputFiles(recording)
  await deliver(artist, recording)
  await status(singer, 'Delivered').waitFor()
  await singer.getByText('This is your final revision opportunity.').waitFor()
  await confirm(singer, 'Approve', 'Approve Track?')

  const downloading = singer.waitForEvent('download')
  await singer.getByRole('link', { name: /^Download/ }).click()
  const download = await downloading
  expect((await readFile(await download.path())).equals(song)).toBe(true)
  await status(artist, 'Completed').waitFor()
  await status(singer, 'Completed').waitFor()
  // Only the way to the card payment and back was a new page.
  expect(documents.filter((url) => url === path)).toHaveLength(1)
})
