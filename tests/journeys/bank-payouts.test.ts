// A bank sends back what was paid to it: the artist is told, enters another account, and has the money by the next payout.

import { afterAll, expect, test } from 'vitest'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import { createApiUser, enablePayouts, publish } from '../support/api-user.ts'
import { openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { buyTrack } from '../support/money/buy-track.ts'
import { moveClock, untilBanksPaid } from '../support/moved-clock.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** It is paid, and sends the money back three days later. */
const returningBank = { accountNumber: '00111117' }

const ofRosa = `(select id from users where username = 'Rosa Returns')`

const statusesAre = (statuses: string[]) =>
  eventually(async () => {
    const rows = await queryDatabase<{ status: string }>(
      app.dataDir,
      `select status from bank_payouts where artist_id = ${ofRosa} order by created_at`,
    )
    expect(rows.map(({ status }) => status)).toEqual(statuses)
  })

test('a payout that the bank returns is told, the artist enters another bank account, and the money is in the next payout', async () => {
  const artist = await createApiUser(app, 'artist', 'Rosa Returns')
  await enablePayouts(artist, returningBank)
  const trackId = await publish(app, artist, makeWav({ seconds: 12 }), { title: 'Returning' })
  await buyTrack(app.singer, trackId)
  await eventually(async () => {
    const sent = `select from transfers join payment_accounts on user_id = artist_id
      where status = 'sent' and payout_schedule = 'monthly:1'
        and artist_id = ${ofRosa}`
    expect(await queryDatabase(app.dataDir, sent)).toHaveLength(1)
  })

  await using visitor = await browser.visitorAs(app.url, artist, { ...phone, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard/payouts`)
  await page.getByText('The next payout to your bank is on').waitFor()
  await untilBanksPaid(app)
  await statusesAre(['paid'])
  await page.reload()
  await page.getByText('Paid', { exact: true }).waitFor()

  await moveClock(app, 4)
  await statusesAre(['returned'])
  await page.goto(`${app.url}/notifications`)
  await page
    .getByText(/Your bank has sent £4\.99 back/)
    .first()
    .waitFor()
  await page.goto(`${app.url}/artist-dashboard`)
  await page.getByRole('link', { name: 'See what to do' }).click()
  const returned = page.getByRole('row', { name: /Returned by the bank/ })
  await returned.getByText('£4.99', { exact: true }).waitFor()
  await returned
    .getByText('The bank could not process it. Ask your bank, or enter another account.')
    .waitFor()
  await page.getByText('Your money stays on your payment account').waitFor()
  expect(await page.getByText('The next payout to your bank is on').count()).toBe(0)
  expect(await markupProblems(await page.content())).toEqual([])
  {
    await using seeing = await browser.visitorAs(app.url, artist)
    const shown = await seeing.newPage()
    await shown.goto(`${app.url}/artist-dashboard/payouts`)
    await settle(shown)
    expect(await problemsOnScreens(shown)).toEqual([])
  }

  await page.getByRole('button', { name: 'Enter your bank account' }).click()
  await page.getByLabel('Sort code').fill('10-88-00')
  await page.getByLabel('Account number').fill('00012345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.goto(`${app.url}/artist-dashboard`)
  await page.getByText('You can be paid.').waitFor()
  expect(await page.getByText('Your bank did not take a payout').count()).toBe(0)
  await untilBanksPaid(app)
  await statusesAre(['returned', 'paid'])
  await page.goto(`${app.url}/artist-dashboard/payouts`)
  const paid = page.getByRole('row', { name: /Paid/ })
  await paid.getByText('£4.99', { exact: true }).waitFor()
  await paid.getByText(/^What came back of the payout of/).waitFor()
  await returned.waitFor()
  await page.getByText('The next payout to your bank is on').waitFor()
  await page.goto(`${app.url}/artist-dashboard/sales`)
  const sale = page.getByRole('row', { name: /Returning/ })
  await sale.getByText('In your bank', { exact: true }).waitFor()
})
