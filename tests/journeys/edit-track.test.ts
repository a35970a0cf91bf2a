// An artist's own track, from the upload with its licence to the edit, the withdrawal and the restoring.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { brokenRules, hasFocus, openBrowser, settle, tabTo } from '../support/browser.ts'
import { createDataFolder } from '../support/running-app.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label)

async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await brokenRules(page, scheme)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What the catalogue's page shows now, as a visitor gets it. */
async function isFound(title: string): Promise<boolean> {
  const response = await fetch(`${app.url}/tracks?query=${encodeURIComponent(title)}`)
  return (await response.text()).includes(`>${title}<`)
}

test('a draft keeps its file over a reload, and a licence document that fails its words, and nothing is created; then the track is uploaded, edited, withdrawn and restored (UPL-01, UPL-27, EDT-01, EDT-10, NAV-09)', async () => {
  await using data = await createDataFolder()
  const file = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(data.path, name), content)
    return join(data.path, name)
  }
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await settle(page)
  await link(page, 'Upload New Track').click()
  await page.getByRole('dialog', { name: 'Upload New Track' }).waitFor()
  await expectAccessible(page)

  const recording = makeWav({ waveform: tone(330), seconds: 12 })
  await field(page, 'Track file').setInputFiles(await file('take.wav', recording))
  await field(page, 'Title').fill('The Water Is Wide')
  const form = page.getByRole('dialog', { name: 'Upload New Track' })
  const isReady = form.getByText('Ready: only the details are missing')
  await isReady.waitFor()
  // The file that has arrived is in the form again, and is not chosen a second time.
  await page.reload()
  await form.getByText('take.wav', { exact: true }).waitFor()
  await isReady.waitFor()
  await settle(page)
  expect(await field(page, 'Title').inputValue()).toBe('The Water Is Wide')
  await field(page, 'Original artist').fill('Traditional')
  await field(page, 'Price in pounds').fill('£3,50')
  await field(page, 'Customer will pay').getByText('£4.05').waitFor()
  await field(page, 'Description').fill('Fingerpicked, with a pause before the last verse.')
  await field(page, 'License status').selectOption('licensed')
  await field(page, 'Licensed from').fill('Chappell & Co.')
  await field(page, 'License document').setInputFiles(await file('a.pdf', 'no PDF at all'))
  await field(page, 'Track format').selectOption('Backing Track')
  await field(page, 'Instrumentation').selectOption('Acoustic Guitar')
  await field(page, 'I confirm that I recorded').check()
  await expectAccessible(page)

  await button(page, 'Upload track').click()
  const refused = page.getByRole('dialog').getByText(/This is not a document we can read/)
  await refused.first().waitFor()
  expect(await field(page, 'Title').inputValue()).toBe('The Water Is Wide')
  expect(await isFound('The Water Is Wide')).toBe(false)
  await expectAccessible(page)

  await field(page, 'License document').setInputFiles(await file('b.pdf', '%PDF-1.7\n%%EOF\n'))
  await button(page, 'Upload track').click()
  await page.getByText('License document uploaded!').first().waitFor()
  await page.getByText('Track uploaded successfully!').first().waitFor()
  await link(page, 'Edit The Water Is Wide').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => isFound('The Water Is Wide')).toBe(true)

  await link(page, 'Edit The Water Is Wide').click()
  await page.getByRole('dialog', { name: 'Edit Track' }).waitFor()
  expect(await field(page, 'Licensed from').inputValue()).toBe('Chappell & Co.')
  expect(await field(page, 'Keep the stored license document').isChecked()).toBe(true)
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await link(page, 'Edit The Water Is Wide').click()
  await field(page, 'Title').fill('Waly, Waly')
  await field(page, 'Price in pounds').fill('9')
  await button(page, 'Save changes').click()
  await link(page, 'Edit Waly, Waly').waitFor()
  await expect.poll(() => isFound('Waly, Waly')).toBe(true)
  await link(page, 'View Waly, Waly').click()
  await page.getByRole('heading', { level: 1, name: 'Waly, Waly' }).waitFor()
  await page.getByText('£10.10').first().waitFor()
  await link(page, 'Back to Track Management').click()

  await link(page, 'Withdraw Waly, Waly').click()
  await page.getByRole('dialog', { name: 'Withdraw this track?' }).waitFor()
  await expectAccessible(page)
  await button(page, 'Withdraw').click()
  await button(page, 'Restore Waly, Waly').waitFor()
  await expect.poll(() => isFound('Waly, Waly')).toBe(false)
  await expectAccessible(page)
  await button(page, 'Restore Waly, Waly').click()
  await link(page, 'Edit Waly, Waly').waitFor()
  await expect.poll(() => isFound('Waly, Waly')).toBe(true)
})

test('by keyboard alone an artist edits a track; the focus goes into the dialog and back to the link', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard?query=barbara`)
  await settle(page)
  await tabTo(page, link(page, 'Edit Barbara Allen'), 60)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Edit Track' }).waitFor()
  await expect.poll(() => hasFocus(field(page, 'Title'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(link(page, 'Edit Barbara Allen'))).toBe(true)

  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(field(page, 'Title'))).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.type(' Ballad')
  await page.keyboard.press('Enter')
  await link(page, 'Edit Barbara Allen Ballad').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(link(page, 'Edit Barbara Allen Ballad'))).toBe(true)
})
