import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { customerPricePence } from '../../src/rules/price.ts'
import { openAudioEngine } from '../../src/server/gateways/audio/audio-engine.ts'
import { makeWav, strummedChord, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { confirmEmailOf } from '../support/accounts/confirm-email.ts'
import { createApiUser, enablePayouts, publish } from '../support/api-user.ts'
import { openBrowser } from '../support/browser.ts'
import { providerOf, queryDatabase } from '../support/inside.ts'
import { freePort } from '../../scripts/run-program.ts'
import { createOpenedDataFolder, startAppProcess, stopApp } from '../support/running-app.ts'
import { rememberPlayers } from '../support/sound/players.ts'

const song = makeWav({ waveform: strummedChord(), seconds: 70 })

test('a recording is uploaded, found, played, paid for by card and downloaded; the artists are paid (UPL-25, UPL-31, CRT-05, CHK-04, CHK-08, CHK-12)', async () => {
  await using data = await createOpenedDataFolder()
  const sandboxPort = await freePort()
  const app = await startAppProcess({
    PORT: String(await freePort()),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: data.path,
  })
  const recording = join(data.path, 'skye.wav')
  await writeFile(recording, song)
  const tom = await createApiUser(app, 'artist', 'Tom Adeyemi')
  await enablePayouts(tom)
  await publish(app, tom, makeWav({ waveform: tone(220), seconds: 12 }), {
    title: 'Shenandoah',
    price: '3.00',
  })
  await using browser = await openBrowser()

  const artistPage = await (await browser.visitor()).newPage()
  await registerArtist(artistPage, app.url)
  await confirmEmailOf(app, 'Rosa.Lindqvist@example.com'.toLowerCase())
  await setUpPayments(artistPage)
  await uploadTrack(artistPage, recording)

  const singerContext = await browser.visitor()
  const singer = await singerContext.newPage()
  await rememberPlayers(singer)
  await singer.goto(app.url)
  await singer.getByRole('searchbox').or(singer.getByLabel('Search')).first().fill('sky boat')
  await singer.keyboard.press('Enter')
  await singer.getByRole('heading', { name: 'Search Results' }).waitFor()
  await singer.getByRole('button', { name: 'Preview The Skye Boat Song' }).first().click()
  await singer.waitForFunction(() => (window.players?.at(-1)?.currentTime ?? 0) > 0.5)
  await expectAudiblePreview(singer, data.path)

  await singer
    .getByRole('article', { name: 'The Skye Boat Song' })
    .getByRole('button', { name: /^Add/ })
    .click()
  await singer.getByRole('button', { name: 'Basket, 1 item' }).waitFor()
  await singer.goto(`${app.url}/tracks`)
  await singer
    .getByRole('article', { name: 'Shenandoah' })
    .getByRole('button', { name: /^Add/ })
    .click()
  await singer.getByRole('button', { name: 'Basket, 2 items' }).waitFor()

  await singer.goto(`${app.url}/cart`)
  await singer.getByRole('button', { name: 'Checkout' }).click()
  await singer.waitForURL(/\/register/)
  await singer.getByText('Please login or register to purchase tracks').first().waitFor()
  await fillAccount(singer, 'mia sings')
  await singer.getByRole('button', { name: 'Open my account' }).click()
  await singer.waitForURL(/\/cart/)
  await singer.getByRole('row', { name: /The Skye Boat Song/ }).waitFor()
  await singer.getByRole('row', { name: /Shenandoah/ }).waitFor()
  // The rows are shown before the merge has ended.
  await singer.waitForFunction(() =>
    Object.keys(localStorage)
      .filter((key) => /cart/i.test(key))
      .every((key) => !localStorage.getItem(key)?.includes('trackId')),
  )

  await singer.getByRole('button', { name: 'Checkout' }).click()
  await payByCard(singer, '4000 0000 0000 0002')
  await singer.getByText('Your card was declined. Nothing was charged.').waitFor()
  await payByCard(singer, '4242 4242 4242 4242')
  await singer.waitForURL(/\/my-tracks/)

  const downloading = singer.waitForEvent('download')
  await singer.getByRole('link', { name: 'Download The Skye Boat Song' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('The Skye Boat Song.wav')
  expect((await readFile(await download.path())).equals(song)).toBe(true)

  await expectArtistsPaid(data.path, sandboxPort)
  expect(await stopApp(app)).toBe(0)
})

async function fillAccount(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email').fill(`${username.replaceAll(' ', '.')}@example.com`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('sing it to me')
}

async function registerArtist(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/register`)
  await page.getByRole('radio', { name: /I record/ }).check()
  await fillAccount(page, 'Rosa Lindqvist')
  await page.getByRole('button', { name: 'Open my account' }).click()
  await page.waitForURL(/\/artist-dashboard/)
}

async function setUpPayments(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up payments' }).click()
  for (const button of ['Continue', 'Continue', 'Finish set-up']) {
    await page.getByRole('button', { name: 'Fill with test details' }).click()
    await page.getByRole('button', { name: button }).click()
  }
  await page.waitForURL(/\/artist-dashboard/)
  await page.getByText('You can be paid').first().waitFor()
}

async function uploadTrack(page: Page, recording: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Upload New Track' })
  await page.getByText('Upload New Track').first().click()
  // The artist's first upload.
  await page.getByRole('button', { name: 'Got it!' }).click()
  const requested: string[] = []
  page.on('request', (request) => {
    requested.push(`${request.resourceType()} ${new URL(request.url()).pathname}`)
  })
  await form.getByLabel('Track file').setInputFiles(recording)
  await form.getByLabel('Title').fill('The Skye Boat Song')
  await form.getByLabel('Original artist').fill('Traditional')
  await form.getByLabel('Price in pounds').fill('4.99')
  await form.getByText('£5.69').first().waitFor()
  await form.getByLabel('Description').fill('Fingerpicked, with a pause before the last verse.')
  await form.getByLabel('Track format').selectOption('Backing Track')
  await form.getByLabel('Instrumentation').selectOption('Acoustic Guitar')
  await form.getByLabel(/I confirm that I recorded this track myself/).check()
  await page.getByRole('button', { name: 'Upload track' }).click()
  await page.getByText('Track uploaded successfully!').first().waitFor()
  await page.getByRole('link', { name: 'The Skye Boat Song' }).first().waitFor()
  // Listed without a reload of the page.
  expect(requested.filter((one) => one.startsWith('document '))).toEqual([])
}

/** Measures the playing preview as the app measures an upload: it must be as loud as the song, not silent. */
async function expectAudiblePreview(page: Page, folder: string): Promise<void> {
  const url = await page.evaluate(() => window.players?.at(-1)?.currentSrc ?? '')
  const preview = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(preview.length).toBeLessThan(song.length / 10)
  const path = join(folder, 'preview.mp3')
  await writeFile(path, preview)
  const measured = await openAudioEngine({}).prepare({ path, outDir: folder })
  expect(measured.loudnessLufs).toBeGreaterThan(-20)
  expect(Math.abs(measured.durationMs - 30_000)).toBeLessThan(200)
}

async function payByCard(page: Page, number: string): Promise<void> {
  const total = ((customerPricePence(499) + customerPricePence(300)) / 100).toFixed(2)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Mia Sings')
  await page.getByRole('button', { name: `Pay £${total}` }).click()
}

async function expectArtistsPaid(dataDir: string, sandboxPort: number): Promise<void> {
  await expect
    .poll(() => queryDatabase(dataDir, `select status from transfers`))
    .toEqual([{ status: 'sent' }, { status: 'sent' }])
  const provider = await providerOf(dataDir, sandboxPort)
  const accounts = await queryDatabase<{ username: string; provider_account_id: string }>(
    dataDir,
    'select username, provider_account_id from payment_accounts join users on users.id = user_id',
  )
  const { data: transfers } = await provider.transfers.list({ limit: 100 })
  const paid = transfers.map(({ destination, amount }) => [
    accounts.find((account) => account.provider_account_id === destination)?.username,
    amount,
  ])
  expect(paid).toHaveLength(2)
  expect(Object.fromEntries(paid)).toEqual({ 'Rosa Lindqvist': 499, 'Tom Adeyemi': 300 })
  expect(await queryDatabase(dataDir, 'select sum(amount_pence)::int from ledger_entries')).toEqual(
    [{ sum: 0 }],
  )
}
