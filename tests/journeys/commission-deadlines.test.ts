// What passes by itself: a request that is not paid, a delivery that nobody answers, and one that is late. Both parties
// look at it, and neither reloads.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { desktop, openBrowser, phone, settle } from '../support/browser.ts'
import {
  acceptCommission,
  askForCommission,
  deliverCommission,
  moveClock,
  orderCommission,
} from '../support/commissions/api-commission.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const status = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true })

/** The page of a commission in the browser of each party. */
async function openBoth(id: string) {
  await using visitors = new AsyncDisposableStack()
  const open = async (user: typeof app.singer, screen: typeof desktop) => {
    const visitor = visitors.use(await browser.visitorAs(app.url, user, screen))
    const page = await visitor.newPage()
    await page.goto(`${app.url}/commissions/${id}`)
    await settle(page)
    return page
  }
  const [artist, singer] = [await open(app.artist, desktop), await open(app.singer, phone)]
  const both = visitors.move()
  return { artist, singer, [Symbol.asyncDispose]: () => both.disposeAsync() }
}

test('an accepted request that nobody pays expires for both, and can be asked for again as it was', async () => {
  const id = await askForCommission(app)
  await acceptCommission(app.artist, id)
  await using room = await openBoth(id)
  await status(room.singer, 'Waiting for payment').waitFor()
  await moveClock(app, 3)
  for (const page of [room.singer, room.artist]) {
    await status(page, 'Cancelled').waitFor()
    await page.getByText('Expired: not paid within 3 days').waitFor()
  }
  await room.singer.getByRole('link', { name: 'Request again' }).click()
  await room.singer.getByRole('button', { name: 'I understand' }).click()
  const name = await room.singer.getByLabel(/^Track name/).inputValue()
  expect(name).toMatch(/^Skylark, as my grandmother sang it/)
})

test('a delivery that the singer does not answer within two weeks is approved by itself: it can be downloaded, and the artist is paid', async () => {
  const id = await orderCommission(app)
  await deliverCommission(app, id)
  await using room = await openBoth(id)
  await status(room.singer, 'Delivered').waitFor()
  await moveClock(app, 14)
  await status(room.artist, 'Completed').waitFor()
  await room.artist.getByText('£40.00 sent to your payment account').waitFor()
  await status(room.singer, 'Completed').waitFor()
  await room.singer.getByText('Approved, because nobody answered').waitFor()
  const downloading = room.singer.waitForEvent('download')
  await room.singer.getByRole('link', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.wav$/)
})

test('a singer cancels work that is late, and reads that all of the money is back', async () => {
  const id = await orderCommission(app)
  await using room = await openBoth(id)
  await status(room.singer, 'In progress').waitFor()
  const late = room.singer.getByRole('button', { name: 'Cancel and get my money back' })
  await moveClock(app, 7)
  await room.artist.reload()
  await room.singer.reload()
  await status(room.singer, 'In progress').waitFor()
  expect(await late.count()).toBe(0)
  await moveClock(app, 3)
  await late.click()
  const question = room.singer.getByRole('dialog', { name: 'Cancel this commission?' })
  await question.getByRole('button', { name: 'Cancel the commission' }).click()
  await status(room.singer, 'Cancelled').waitFor()
  await room.singer.getByText('£44.20 sent back to your card').waitFor()
  await status(room.artist, 'Cancelled').waitFor()
  await room.artist.getByText('Cancelled by the customer: the delivery was late').waitFor()
})
