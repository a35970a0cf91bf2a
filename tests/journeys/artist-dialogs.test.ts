// The states of an artist's dialogs and of recordings on their way: each on a desktop and a phone, in light and dark.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { makeWav, strummedChord } from '../../src/server/gateways/audio/audio-samples.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const dashboard = '/artist-dashboard'
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const ready = 'Ready: only the details are missing'

const recording = {
  name: `${'bounced at night, with the pause, '.repeat(3)}take 27.wav`,
  mimeType: 'audio/wav',
  buffer: makeWav({ waveform: strummedChord(), seconds: 12 }),
}

const choose = (page: Page, file = recording) => field(page, 'Track file').setInputFiles(file)

/** The server gets no byte of a recording: the line is that slow. */
async function sendSlowly(page: Page): Promise<void> {
  await page.route('**/api/proxy/uploads/*/file', () => {})
  await choose(page)
  await dialog(page)
    .getByText(/^Sending: /)
    .waitFor()
}

async function lose(page: Page): Promise<void> {
  await page.route('**/api/proxy/uploads/*/file', (route) => route.abort())
  await choose(page)
  await dialog(page)
    .getByText(/^No connection/)
    .waitFor()
}

type State = {
  state: string
  path?: string
  act: (page: Page) => Promise<unknown>
  /** The browser logs requests that fail. */
  isBroken?: boolean
  /** Also the page behind the dialog, which is the same for all of them. */
  withPage?: boolean
}

const edit = `${dashboard}?edit=${app.boughtTrackId}`
const withdraw = `${dashboard}?withdraw=${app.boughtTrackId}`

const states: State[] = [
  {
    state: 'the upload form with errors',
    act: async (page) => {
      await button(page, 'Upload track').click()
      await dialog(page).getByRole('alert').waitFor()
    },
    withPage: true,
  },
  { state: 'a recording on a slow line', act: sendSlowly },
  { state: 'a recording whose connection is lost', act: lose, isBroken: true },
  {
    state: 'a file that is no recording',
    act: async (page) => {
      const lyrics = { name: 'lyrics.txt', mimeType: 'text/plain', buffer: Buffer.from('La la') }
      await choose(page, lyrics)
      await button(page, 'Try another file').waitFor()
    },
  },
  {
    state: 'a draft of before',
    act: async (page) => {
      await field(page, 'Title').fill('Skylark')
      await field(page, 'License status').selectOption('licensed')
      await page.reload()
      await settle(page)
      expect(await field(page, 'Title').inputValue()).toBe('Skylark')
    },
  },
  {
    state: 'a recording that sounds like another key',
    act: async (page) => {
      await field(page, 'Key signature').fill('F#')
      await choose(page)
      await dialog(page).getByText('Which is it?').waitFor()
    },
  },
  {
    state: 'a recording that waits for its details',
    act: async (page) => {
      await choose(page)
      await dialog(page).getByText(ready).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByRole('main').getByText(ready).waitFor()
    },
  },
  {
    state: 'recordings on their way, on another page',
    act: async (page) => {
      await lose(page)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.locator('header').getByRole('link', { name: 'Tracks', exact: true }).click()
      await page.getByRole('region', { name: 'Uploads' }).waitFor()
    },
    isBroken: true,
  },
  {
    state: 'an edit that cannot be saved',
    path: edit,
    act: async (page) => {
      await page.route('**/api/proxy/tracks/*', (route) => route.abort())
      await field(page, 'Title').fill('Barbara Ellen')
      await button(page, 'Save changes').click()
      await dialog(page).getByText('Update failed. Please try again.').waitFor()
    },
    isBroken: true,
  },
  {
    state: 'an edit with errors',
    path: edit,
    act: async (page) => {
      await field(page, 'Title').fill('')
      await field(page, 'Price in pounds').fill('a lot')
      await button(page, 'Save changes').click()
      await dialog(page).getByRole('alert').waitFor()
    },
  },
  {
    state: 'the question before a withdrawal',
    path: withdraw,
    act: (page) => dialog(page).waitFor(),
  },
  {
    state: 'a withdrawal that fails',
    path: withdraw,
    act: async (page) => {
      await page.route('**/withdraw', (route) => route.abort())
      await button(page, 'Withdraw').click()
      await dialog(page).getByText('Update failed. Please try again.').waitFor()
    },
    isBroken: true,
  },
]

test.each(states)(
  '$state: breaks no accessibility rule, has valid markup, fits a phone, and reports no error',
  async ({ path = `${dashboard}?upload=new`, act, isBroken = false, withPage = false }) => {
    const page = await browser.emptiedPage(app.url, app.artist)
    await removeUploads()
    page.on('dialog', (asked) => void asked.accept())
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isBroken) errors.push(message.text())
    })
    await page.goto(app.url + path)
    await settle(page)
    await act(page)
    const isAlone = !withPage && (await dialog(page).count()) > 0
    const within = isAlone ? '[role=dialog]' : 'html'
    expect(await problemsOnScreens(page, within, [desktop, phone])).toEqual([])
    const widest = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
    expect(widest).toBeLessThanOrEqual(phone.width)
    expect(await markupProblems(await shownMarkup(page))).toEqual([])
    expect(errors).toEqual([])
  },
)

/** Those of the state before: an artist may have three at once. */
async function removeUploads(): Promise<void> {
  const { uploads } = await app.artist.request<{ uploads: { id: string }[] }>(
    'GET /api/proxy/uploads',
  )
  for (const { id } of uploads) await app.artist.request(`DELETE /api/proxy/uploads/${id}`)
}

/** Of an open dialog alone: its library hides the page behind it in ways that the validator cannot check. */
async function shownMarkup(page: Page): Promise<string> {
  if ((await dialog(page).count()) === 0) {
    // A closed dialog's library leaves the attribute, empty.
    await page.evaluate(() => {
      if (document.body.getAttribute('style') === '') document.body.removeAttribute('style')
    })
    return page.content()
  }
  const markup = await dialog(page).evaluate((element) => element.outerHTML)
  return `<!doctype html><html lang="en"><head><title>A dialog</title></head><body><h1>A page</h1>${markup}</body></html>`
}
