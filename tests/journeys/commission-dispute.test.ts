// A dispute from its opening to a part of the price, by the singer, the artist and an admin in three browsers.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { formatPence } from '../../src/rules/price.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { openBrowser, phone } from '../support/browser.ts'
import {
  deliverCommission,
  orderCommission,
  useUpRevisions,
} from '../support/commissions/api-commission.ts'
import { openCommission, statusOn } from '../support/commissions/commission-page.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** Writes into the dialog that the button opens, and sends it. */
async function say(page: Page, button: string | RegExp, words: [string, string][], send: string) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, text] of words) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: send, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a delivery is disputed and answered, an admin pays the artist a part, and each sees what the others do (CST-31)', async () => {
  const id = await orderCommission(app, 1)
  await deliverCommission(app, id)
  await useUpRevisions(app, id)
  const { url } = app
  const singer = await openCommission(browser, { url, id, as: app.singer, screen: phone })
  const artist = await openCommission(browser, { url, id, as: app.artist })
  const admin = await createApiAdmin(app, 'Ada Admin')
  const team = await browser.visitorAs(url, admin)
  const disputes = await team.newPage()

  expect(await singer.getByRole('button', { name: 'Request changes' }).count()).toBe(0)
  const description = 'The piano is out of tune from the second verse on.'
  await say(singer, 'Open a dispute', [['What is wrong with it?', description]], 'Submit dispute')
  await artist.getByRole('heading', { name: 'A dispute is open' }).waitFor()
  await artist.getByText(description).first().waitFor()
  const answer = 'It is an old piano, as my examples say.'
  await say(artist, 'Answer', [['Your answer', answer]], 'Send')
  await singer.getByText(answer).first().waitFor()

  await disputes.goto(`${url}/admin/disputes`)
  await disputes.getByText(description).first().waitFor()
  await disputes.getByText(answer).first().waitFor()
  const decision = 'Half of it can be sung to.'
  await disputes.getByRole('link', { name: /^Pay a part/ }).click()
  await disputes.getByLabel('The artist’s part in pounds').fill('15.00')
  await disputes.getByRole('button', { name: 'Show what it does' }).click()
  await disputes.getByRole('row', { name: `Owed to customers ${formatPence(-2750)}` }).waitFor()
  await disputes.getByLabel('Reason').fill(decision)
  await disputes.getByLabel('Note').fill('Listened to both deliveries.')
  await disputes.getByRole('button', { name: 'Pay a part', exact: true }).click()
  await disputes.getByText('The decision is stored.').waitFor()

  for (const page of [singer, artist]) {
    await statusOn(page, 'Completed').waitFor()
    await page.getByText('Decided for both').waitFor()
    await page.getByText(decision).first().waitFor()
    expect(await page.getByText('Listened to both deliveries.').count()).toBe(0)
  }
  // £44.20 less £16.70, the price that £15.00 to the artist makes.
  await singer.getByText('£27.50 sent back to your card').waitFor()
  await artist.getByText('£15.00 sent to your payment account').waitFor()
  await singer.getByRole('link', { name: /^Download/ }).waitFor()
})
