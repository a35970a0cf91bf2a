// Messages in the room of a commission, by two people in two browsers: one of them by keyboard alone.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { brokenRules, desktop, openBrowser, phone, settle, tabTo } from '../support/browser.ts'
import { askForCommission } from '../support/commissions/api-commission.ts'
import { watchDocuments } from '../support/commissions/commission-page.ts'
import { plainPicture, voice } from '../support/commissions/messaging.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const maxTabStops = 80

const panel = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const written = (page: Page) => page.getByRole('region', { name: 'What was written' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Your message to/ })
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name })

/** By keyboard alone. */
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control, maxTabStops)
  await page.keyboard.press(key)
}

async function openRoom() {
  const id = await askForCommission(app)
  const [artistBrowser, singerBrowser] = [
    await browser.visitorAs(app.url, app.artist, desktop),
    await browser.visitorAs(app.url, app.singer, phone),
  ]
  const [artist, singer] = [await artistBrowser.newPage(), await singerBrowser.newPage()]
  for (const page of [artist, singer]) {
    await page.goto(`${app.url}/commissions/${id}`)
    await settle(page)
  }
  return {
    id,
    artist,
    singer,
    [Symbol.asyncDispose]: async () => {
      await artistBrowser.close()
      await singerBrowser.close()
    },
  }
}

test('a singer writes with a picture, and an artist answers by keyboard alone with a recording: both see it without reloading, and hear it', async () => {
  await using room = await openRoom()
  const { id, artist, singer } = room
  const documents = watchDocuments(artist, singer)
  const [picture, recording] = ['chords.png', 'hum.wav'].map((name) => join(app.dataDir, name))
  await writeFile(picture ?? '', await plainPicture(640, 480))
  await writeFile(recording ?? '', voice(3))

  await field(singer).fill('Could it be in D?')
  await singer.getByLabel('Files').setInputFiles(picture ?? '')
  await button(singer, 'Send message').click()
  await written(singer).getByText('Could it be in D?').waitFor()
  await written(artist).getByText('Could it be in D?').waitFor()
  const shown = written(artist).getByRole('img', { name: 'chords.png' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(640)
  await written(artist).getByText('New').waitFor()

  // By keyboard: the file, the words, a line, and away.
  const choosing = artist.waitForEvent('filechooser')
  await press(artist, button(artist, 'Attach files'))
  await (await choosing).setFiles(recording ?? '')
  await artist.getByRole('button', { name: 'Remove hum.wav' }).waitFor()
  await tabTo(artist, field(artist), maxTabStops)
  await artist.keyboard.type('In D it is.')
  await artist.keyboard.press('Enter')
  await artist.keyboard.type('Like this:')
  await artist.keyboard.press('Control+Enter')
  await written(artist).getByText('In D it is.\nLike this:').waitFor()
  await field(artist).and(artist.locator(':focus')).waitFor()

  await written(singer).getByText('In D it is.').waitFor()
  const play = written(singer).getByRole('button', { name: 'Play the recording “hum.wav”' })
  await play.waitFor()
  await play.click()
  await written(singer).getByRole('button', { name: 'Pause the recording “hum.wav”' }).waitFor()

  type Room = { unreadMessages: number }
  const unread = async () =>
    (await app.singer.request<Room>(`GET /api/commissions/${id}`)).unreadMessages
  await expect.poll(unread).toBe(0)
  for (const page of [artist, singer]) expect(await brokenRules(page, 'light')).toEqual([])
  expect(documents).toEqual([])
})

test('what is typed outlives a reload, earlier messages keep the reading position, and without a script all of it works by forms and links', async () => {
  await using room = await openRoom()
  const { id, singer } = room
  for (let number = 1; number <= 55; number++)
    await (number % 2 ? app.artist : app.singer).request(`POST /api/commissions/${id}/messages`, {
      text: `Message ${number}. ${'word '.repeat(number % 7)}`,
      requestKey: crypto.randomUUID(),
    })
  await written(singer).getByText('Message 55.').waitFor()
  await field(singer).fill('Half a thou')
  await singer.reload()
  await settle(singer)
  expect(await field(singer).inputValue()).toBe('Half a thou')

  const scroller = written(singer)
  await scroller.evaluate((one) => one.scrollTo(0, -one.scrollHeight))
  const sixth = scroller.getByText(/^Message 6\. /)
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
  // In the list: the page itself may scroll to the button.
  const topOf = async () => Math.round((await top(sixth)) - (await top(scroller)))
  const before = await topOf()
  await button(singer, 'Show earlier messages').click()
  await scroller.getByText(/^Message 1\. /).waitFor({ state: 'attached' })
  // The button above has gone.
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(60)
  await button(singer, 'Show earlier messages').waitFor({ state: 'detached' })

  await using plain = await browser.visitorAs(app.url, app.singer, { ...phone, scripts: false })
  const page = await plain.newPage()
  await page.goto(`${app.url}/commissions/${id}`)
  await page.getByText(/^Message 55\. /).waitFor()
  await field(page).fill('Without a script')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Without a script').waitFor()
  await page.getByRole('link', { name: 'Show earlier messages' }).click()
  await page.getByText(/^Message 1\. /).waitFor()
  await page.getByRole('link', { name: 'The newest messages' }).click()
  await page.getByText('Without a script').waitFor()
})
