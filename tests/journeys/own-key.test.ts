// A singer hears a preview in another key and tempo: measured on the sound that the page plays.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { createApiUser, enablePayouts, publish } from '../support/api-user.ts'
import { brokenRules, openBrowser, settle, tabTo } from '../support/browser.ts'
import { openHostedApp } from '../support/hosted/hosted-app.ts'
import { buyTrack } from '../support/money/buy-track.ts'
import { beatSeconds, centsFrom, listenTo, record } from '../support/sound/heard-sound.ts'
import { createOpenedDataFolder } from '../support/running-app.ts'

const hz = 440
const beat = 0.5
/** Longer than a preview. */
const fullSeconds = 40
const steady = tone(hz)
/** Struck at each beat, and decaying. */
const struck = (seconds: number) => steady(seconds) * Math.exp(-8 * (seconds % beat))

const data = await createOpenedDataFolder()
const app = await openHostedApp(data.path)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await data[Symbol.asyncDispose]()
})
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const artist = await createApiUser(app, 'artist', 'Nell Ashgrove')
await enablePayouts(artist)
const singer = await createApiUser(app, 'customer', 'Mia Sings')
const [inB, inAm] = await Promise.all([
  publish(app, artist, makeWav({ waveform: steady, seconds: fullSeconds }), {
    title: 'Scarborough Fair',
    keySignature: 'B',
  }),
  publish(app, artist, makeWav({ waveform: struck, seconds: 30 }), {
    title: 'Barbara Allen',
    keySignature: 'Am',
  }),
])

async function goToTrack(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}/tracks/${path}`)
  await settle(page)
}

// For all tests that are handed out the emptied page.
await listenTo((await browser.emptiedPage(app.url)).context())

async function openTrack(path: string): Promise<Page> {
  const page = await browser.emptiedPage(app.url)
  await goToTrack(page, path)
  return page
}

const onPage = (page: Page) => page.locator('.track-head')
const keyPanel = (page: Page) => page.locator('.own-key')
const summary = (page: Page) => keyPanel(page).locator('summary')

async function play(page: Page): Promise<void> {
  await onPage(page)
    .getByRole('button', { name: /^Preview/ })
    .click()
  await playing(page)
}

const playing = (page: Page) =>
  onPage(page)
    .getByRole('button', { name: /^Pause/ })
    .waitFor()

test.each([
  { semitones: 3, tempo: 100 },
  { semitones: -4, tempo: 120 },
  { semitones: 6, tempo: 80 },
])(
  'a preview heard $semitones semitones away at $tempo % is in that key within 5 cents',
  async ({ semitones, tempo }) => {
    const page = await openTrack(`${inB}?key=${semitones}&tempo=${tempo}`)
    await play(page)
    const sound = await record(page, 3)
    expect(Math.abs(centsFrom(hz * 2 ** (semitones / 12), sound))).toBeLessThan(5)
  },
)

test.each([80, 120])(
  'at %i % a preview lasts as much longer or shorter within 1 %',
  async (tempo) => {
    const page = await openTrack(`${inAm}?tempo=${tempo}`)
    await play(page)
    const wanted = (beat * 100) / tempo
    // Of many beats the median is right even if a busy machine leaves out some of the sound.
    expect(Math.abs(beatSeconds(await record(page, 10)) / wanted - 1)).toBeLessThan(0.01)
  },
)

test('the original is the file itself: no audio context exists, and after another key the plain element plays on from there', async () => {
  const page = await openTrack(inB)
  await play(page)
  const heard = () =>
    page.evaluate(() => {
      const { elements, rerouted, contexts } = globalThis.listening
      const players = elements.filter(({ src }) => src !== '')
      return {
        contexts: contexts.length,
        players: players.map((element) => ({
          isPlaying: !element.paused,
          isPlain: !rerouted.includes(element),
          rate: element.playbackRate,
        })),
        position: players.find(({ paused }) => !paused)?.currentTime ?? -1,
      }
    })
  const plain = { isPlaying: true, isPlain: true, rate: 1 }
  expect(await heard()).toMatchObject({ contexts: 0, players: [plain] })
  expect(await loadedShifter(page)).toBe(false)

  await summary(page).click()
  await page.getByLabel('Key', { exact: true }).fill('3')
  await playing(page)
  expect(await loadedShifter(page)).toBe(true)
  const shifted = await heard()
  expect(shifted.players).toEqual([
    { isPlaying: false, isPlain: true, rate: 1 },
    { isPlaying: true, isPlain: false, rate: 1 },
  ])
  await page.getByRole('button', { name: 'Reset key and tempo' }).click()
  await playing(page)
  const original = await heard()
  expect(original.players[0]).toEqual(plain)
  expect(original.players[1]?.isPlaying).toBe(false)
  expect(original.position).toBeGreaterThanOrEqual(shifted.position)
})

function loadedShifter(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('SignalsmithStretch')),
  )
}

test('a link opens a track in its key and tempo, which the page names, and the choice is kept for the next track', async () => {
  const page = await openTrack(`${inB}?key=-2&tempo=90`)
  await keyPanel(page).getByText('Hear it in your key: sounds in A, 2 lower · 90%').waitFor()
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
    new RegExp(`/tracks/${inB}$`),
  )
  await summary(page).click()
  await page.getByRole('button', { name: 'One semitone lower' }).click()
  await keyPanel(page).getByText('Hear it in your key: sounds in A♭, 3 lower · 90%').waitFor()
  await using next = await page.context().newPage()
  await goToTrack(next, inAm)
  await keyPanel(next).getByText('Hear it in your key: sounds in F♯m, 3 lower · 90%').waitFor()
})

test('an owned recording is heard in full in another key within 5 cents, and My Tracks names that key', async () => {
  await buyTrack(singer, inB)
  await using visitor = await browser.visitorAs(app.url, singer)
  await listenTo(visitor)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/my-tracks`)
  await settle(page)
  await page.getByRole('button', { name: 'Play Scarborough Fair' }).click()
  const bar = page.getByRole('region', { name: 'Player', exact: true })
  await bar.getByText('Playing', { exact: true }).waitFor()
  await bar.getByRole('button', { name: 'Key and tempo', exact: true }).click()
  const key = page.getByRole('slider', { name: 'Key', exact: true })
  await key.fill('-3')
  await bar.getByRole('button', { name: 'Key and tempo: sounds in A♭, 3 lower' }).waitFor()
  await bar.getByText('Playing', { exact: true }).waitFor()
  const heard = await page.evaluate(() => {
    const element = globalThis.listening.elements.find(({ paused }) => !paused)
    return { path: new URL(element?.src ?? '').pathname, seconds: element?.duration ?? 0 }
  })
  expect(heard.path).toBe(`/api/proxy/my-tracks/${inB}/stream`)
  expect(Math.abs(heard.seconds - fullSeconds)).toBeLessThan(0.1)
  const sound = await record(page, 3)
  expect(Math.abs(centsFrom(hz * 2 ** (-3 / 12), sound))).toBeLessThan(5)
})

test('in the player bar key and tempo are changed by keyboard', async () => {
  const page = await browser.emptiedPage(app.url)
  await page.goto(`${app.url}/tracks`)
  await settle(page)
  await page.getByRole('button', { name: 'Preview Scarborough Fair' }).click()
  const menu = page.getByRole('button', { name: 'Key and tempo', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  const key = page.getByRole('slider', { name: 'Key', exact: true })
  await key.waitFor()
  await tabTo(page, key, 3)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => key.getAttribute('aria-valuetext'))
    .toBe('2 semitones lower, key of A major')
  expect(await brokenRules(page, 'light', '#key-and-tempo')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await brokenRules(page, 'dark', '#key-and-tempo')).toEqual([])
  await tabTo(page, page.getByRole('slider', { name: 'Tempo' }), 4)
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  const named = page.getByRole('button', { name: 'Key and tempo: sounds in A, 2 lower · 70%' })
  await named.and(page.locator(':focus')).waitFor()
})

test('a browser without audio worklets says that it cannot change the key, and plays the original at the chosen tempo', async () => {
  await using visitor = await browser.visitor()
  await listenTo(visitor)
  await visitor.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioWorkletNode'))
  const page = await visitor.newPage()
  await goToTrack(page, `${inB}?key=-2&tempo=90`)
  await play(page)
  await summary(page).click()
  await page.getByText('This browser cannot change the key: the original key plays.').waitFor()
  expect(await page.getByLabel('Key', { exact: true }).isDisabled()).toBe(true)
  expect(
    await page.evaluate(() =>
      globalThis.listening.elements.filter(({ paused }) => !paused).map((one) => one.playbackRate),
    ),
  ).toEqual([0.9])
})
