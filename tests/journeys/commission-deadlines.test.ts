// What passes by itself: a request that is not paid, a delivery that nobody answers, and one that is late. Both parties
// look at it, and neither reloads.

import { afterAll, expect, test } from 'vitest'
import { desktop, openBrowser, phone } from '../support/browser.ts'
import {
  acceptCommission,
  askForCommission,
  deliverCommission,
  orderCommission,
} from '../support/commissions/api-commission.ts'
import { openCommission, statusOn } from '../support/commissions/commission-page.ts'
import { moveClock } from '../support/moved-clock.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** In the browser of each party. */
async function openBoth(id: string) {
  const { url, artist, singer } = app
  return {
    artist: await openCommission(browser, { url, id, as: artist, screen: desktop }),
    singer: await openCommission(browser, { url, id, as: singer, screen: phone }),
  }
}

test('an accepted request that nobody pays expires for both, and can be asked for again as it was', async () => {
  const id = await askForCommission(app)
  await acceptCommission(app.artist, id)
  const { singer, artist } = await openBoth(id)
  await statusOn(singer, 'Waiting for payment').waitFor()
  await moveClock(app, 3)
  for (const page of [singer, artist]) {
    await statusOn(page, 'Cancelled').waitFor()
    await page.getByText('Expired: not paid within 3 days').waitFor()
  }
  await singer.getByRole('link', { name: 'Request again' }).click()
  await singer.getByRole('button', { name: 'I understand' }).click()
  const name = await singer.getByLabel(/^Track name/).inputValue()
  expect(name).toMatch(/^Skylark, as my grandmother sang it/)
})

test('a delivery that the singer does not answer within two weeks is approved by itself: it can be downloaded, and the artist is paid', async () => {
  const id = await orderCommission(app)
  await deliverCommission(app, id)
  const { singer, artist } = await openBoth(id)
  await statusOn(singer, 'Delivered').waitFor()
  await moveClock(app, 14)
  await statusOn(artist, 'Completed').waitFor()
  await artist.getByText('£40.00 sent to your payment account').waitFor()
  await statusOn(singer, 'Completed').waitFor()
  await singer.getByText('Approved, because nobody answered').waitFor()
  const downloading = singer.waitForEvent('download')
  await singer.getByRole('link', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.wav$/)
})

test('a singer cancels work that is late, and reads that all of the money is back', async () => {
  const id = await orderCommission(app)
  const { singer, artist } = await openBoth(id)
  await statusOn(singer, 'In progress').waitFor()
  const late = singer.getByRole('button', { name: 'Cancel and get my money back' })
  await moveClock(app, 7)
  await singer.reload()
  await statusOn(singer, 'In progress').waitFor()
  expect(await late.count()).toBe(0)
  await moveClock(app, 3)
  // No step is taken when work becomes late, so nothing tells the page.
  await singer.reload()
  await late.click()
  const question = singer.getByRole('dialog', { name: 'Cancel this commission?' })
  await question.getByRole('button', { name: 'Cancel the commission' }).click()
  await statusOn(singer, 'Cancelled').waitFor()
  await singer.getByText('£44.20 sent back to your card').waitFor()
  await statusOn(artist, 'Cancelled').waitFor()
  await artist.getByText('Cancelled by the customer: the delivery was late').waitFor()
})
