// Notes on a delivery, by two people in two browsers: the singer by keyboard alone.

import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { ApiUser } from '../support/api-user.ts'
import { openBrowser, phone, settle } from '../support/browser.ts'
import {
  deliverCommission,
  orderCommission,
  shortRecording,
} from '../support/commissions/api-commission.ts'
import { button, confirm, press } from '../support/commissions/by-keyboard.ts'
import { openCommission, statusOn, watchDocuments } from '../support/commissions/commission-page.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const { url } = app

const seconds = (page: Page) => page.getByLabel('Second of the preview')
const noteField = (within: Page | Locator) => within.getByLabel('What do you hear there?')
const notesOf = (page: Page, delivery: number) =>
  page.getByRole('group', { name: `Delivery ${delivery} with its notes` })

/** The form is open, and its text has the focus. */
async function writeNote(page: Page, second: string, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(second)
  await press(page, button(page, 'Save the note'))
  await seconds(page).waitFor({ state: 'detached' })
}

test('two notes become changes, one is ticked off before and one with the next delivery, and the singer hears both and approves, by keyboard alone and without reloading', async () => {
  const id = await orderCommission(app)
  await deliverCommission(app, id)
  const recording = join(app.dataDir, 'second-take.wav')
  await writeFile(recording, shortRecording)
  const singer = await openCommission(browser, { url, id, as: app.singer })
  const artist = await openCommission(browser, { url, id, as: app.artist })
  const documents = watchDocuments(singer, artist)

  // The preview plays, and N is pressed.
  await press(singer, button(singer, 'Play the preview of delivery 1').first())
  await button(singer, 'Pause the preview of delivery 1').waitFor()
  await singer.keyboard.press('n')
  await button(singer, 'Play the preview of delivery 1').first().waitFor()
  await writeNote(singer, '12.0', 'Nobody sings here: no n in it.')
  await artist.getByText('Nobody sings here: no n in it.').waitFor()
  // The focus has come back to the button.
  await button(singer, 'Add a note (N)').and(singer.locator(':focus')).waitFor()
  await singer.keyboard.press('Enter')
  await writeNote(singer, '24.0', 'The bridge is too loud.')
  const second = button(notesOf(artist, 1), 'Note 2 at 0:24: The bridge is too loud.')
  await second.waitFor()

  // A marker and the list jump the player.
  const slider = notesOf(singer, 1).getByRole('slider')
  const mark = button(notesOf(singer, 1), /^Note 2 at 0:24/)
  await mark.waitFor()
  await button(singer, 'Add a note (N)').and(singer.locator(':focus')).waitFor()
  await singer.keyboard.press('Shift+Tab')
  await mark.and(singer.locator(':focus')).waitFor()
  await singer.keyboard.press('Enter')
  await expect.poll(() => slider.inputValue()).toBe('24')
  await press(singer, button(singer, 'Go to Note 1, 0:12'), 'Space')
  await expect.poll(() => slider.inputValue()).toBe('12')

  await press(singer, button(singer, 'Request changes'))
  const dialog = singer.getByRole('dialog')
  await dialog.locator(':focus').waitFor()
  await expect
    .poll(() => dialog.getByLabel('What should be different?').inputValue())
    .toBe('See my notes at 0:12, 0:24')
  await press(singer, button(dialog, 'Request changes'), 'Space')
  await dialog.waitFor({ state: 'detached' })

  // They stand on the whole recording as well, and are ticked off.
  await artist.getByRole('heading', { name: 'What to change' }).waitFor()
  const deliveries = artist.getByRole('region', { name: 'Deliveries' })
  await expect.poll(() => deliveries.getByRole('button', { name: /^Note \d+ at/ }).count()).toBe(2)
  await button(artist, 'Tick off the note at 0:12').click()
  await artist.getByText('2 notes, 1 done').waitFor()
  await artist.getByLabel('The finished track').setInputFiles(recording)
  await button(artist, 'Deliver this track').click()
  await button(artist, /without/).click()

  // The open one is carried over to the same second, compared, and ticked off there with an answer.
  await statusOn(singer, 'Delivered').waitFor()
  const carried = notesOf(artist, 2)
  await button(carried, 'Note 2 at 0:24: The bridge is too loud.').waitFor()
  await button(carried, /^Play in turn at 0:24/).click()
  await artist.getByText('You hear delivery 1').waitFor()
  await artist.getByText('You hear delivery 2').waitFor()
  await button(carried, /^Stop/).click()
  await button(carried, 'Answer the note at 0:24').click()
  await artist.getByRole('textbox', { name: 'Answer' }).fill('With a mute now.')
  await artist.getByLabel('Ticked off').check()
  await button(artist, 'Save the answer').click()
  await artist.getByText('2 notes, 2 done').waitFor()

  await singer.getByText('2 notes, 2 done').waitFor()
  await singer.getByText('With a mute now.').waitFor()
  await press(singer, button(singer, /^Play in turn at 0:24/))
  await singer.getByText('You hear delivery 1').waitFor()
  await singer.getByText('You hear delivery 2').waitFor()
  await press(singer, button(singer, /^Stop/))
  await singer.getByText('You hear delivery 2').waitFor({ state: 'detached' })
  await confirm(singer, 'Approve', 'Approve')
  await statusOn(artist, 'Completed').waitFor()
  expect(documents).toEqual([])
})

test('on a phone the reader’s turn stands at the bottom of the window, over nothing, and in a low window in its place', async () => {
  const id = await orderCommission(app)
  await deliverCommission(app, id)
  const singer = await openCommission(browser, { url, id, as: app.singer, screen: phone })
  const { width, height } = phone
  const approve = button(singer, 'Approve')
  expect(await approve.count()).toBe(1)
  const dock = singer.locator('.action-dock')
  expect(await dock.boundingBox()).toMatchObject({ x: 0, width })
  const top = (await dock.boundingBox())?.y ?? 0
  expect(top).toBeGreaterThan(0.8 * height)
  // The end of the page ends above it.
  await singer.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const footer = await singer.getByRole('contentinfo').boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top)

  // What has the focus is never under it.
  await singer.evaluate(() => window.scrollTo(0, 0))
  for (let stops = 0; stops < 60; stops++) {
    await singer.keyboard.press('Tab')
    const covered = await singer.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body || focused.closest('.action-dock'))
        return ''
      const box = focused.getBoundingClientRect()
      // Of a text the line with the caret is brought into view.
      const bottom = focused.matches('textarea') ? box.top + 32 : box.bottom
      const edge = document.querySelector('.action-dock')?.getBoundingClientRect().top ?? 0
      return bottom > edge && box.top < innerHeight ? focused.outerHTML : ''
    })
    expect(covered).toBe('')
  }

  for (const size of [
    { width: 844, height: 390 },
    { width: 320, height: 256 },
    { width: 1280, height: 900 },
  ]) {
    await singer.setViewportSize(size)
    expect(await dock.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  }
  await singer.setViewportSize(phone)
  await settle(singer)
})

test('without a script notes are added, changed, ticked off and answered by forms, and a refused one keeps its words', async () => {
  const id = await orderCommission(app)
  await deliverCommission(app, id)
  const open = async (user: ApiUser) => {
    const visitor = await browser.visitorAs(url, user, { ...phone, scripts: false })
    const page = await visitor.newPage()
    await page.goto(`${url}/commissions/${id}`)
    return page
  }
  const page = await open(app.singer)
  await seconds(page).fill('12.5')
  await noteField(page).fill('Softer, please.')
  await button(page, 'Add the note').click()
  await page.getByText('1 note, 0 done').waitFor()
  const note = page.getByRole('listitem').filter({ hasText: 'Softer, please.' })
  expect(await note.innerText()).toMatch(/0:12[\s\S]*Open[\s\S]*Softer, please\./)
  // Playwright finds no text inside of noscript.
  await note.locator('summary').click()
  await noteField(note).fill('Much softer.')
  await button(note, 'Save the note').click()
  await page.getByRole('blockquote').filter({ hasText: 'Much softer.' }).waitFor()
  expect(await page.getByLabel('What should be different?').inputValue()).toBe(
    'See my notes at 0:12',
  )

  // Another note is typed while the work goes on elsewhere.
  await seconds(page).fill('24')
  await noteField(page).first().fill('The bridge is too loud.')
  await app.singer.request(`POST /api/commissions/${id}/confirm`, {
    action: 'request_changes',
    revisionFeedback: 'See my notes at 0:12',
  })
  await button(page, 'Add the note').click()
  await page.getByRole('alert').getByText('The bridge is too loud.').waitFor()

  const work = await open(app.artist)
  const asked = work.getByRole('listitem').filter({ hasText: 'Much softer.' })
  await asked.locator('summary').click()
  await asked.getByLabel('Ticked off').check()
  await asked.getByLabel('Answer').fill('With a mute now.')
  await button(asked, 'Save').click()
  await work.getByText('1 note, 1 done').waitFor()
  await work.getByRole('figure').getByText('With a mute now.').waitFor()
})
