// A customer disputes a payment at the bank: an admin sends evidence, and the bank decides for the customer.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { createApiUser, type ApiUser } from '../support/api-user.ts'
import {
  desktop,
  openBrowser,
  phone,
  problemsOnScreens,
  settle,
  type Screen,
} from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { png } from '../support/licences/licence-documents.ts'
import { markupProblems } from '../support/markup.ts'
import { buyTrack } from '../support/money/buy-track.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const disputedCard = '4000000000000259'
/** The bank of the sandbox decides as these words say. */
const losing = 'losing_evidence'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Answers')

/** Of its markup; with scripts also on each screen, light and dark. */
async function problemsOf(page: Page, { scripts = true }: { scripts?: boolean }) {
  // Without scripts a page cannot tell that it is idle.
  if (scripts) await settle(page)
  const ofMarkup = await markupProblems(await page.content())
  return scripts ? [...ofMarkup, ...(await problemsOnScreens(page))] : ofMarkup
}

/** Documents are made, one of them is removed again, and a file of the admin's own is attached. */
async function prepareFiles(page: Page): Promise<void> {
  const shown = page.getByLabel('What the file shows')
  const attach = page.getByRole('button', { name: 'Attach the file' })
  const send = async (name: string, mimeType: string, bytes: Buffer) => {
    await page.getByLabel('Your own file').setInputFiles({ name, mimeType, buffer: bytes })
    await attach.click()
  }
  await shown.selectOption('Something else')
  await send('notes.txt', 'text/plain', Buffer.from('Notes'))
  await page.getByRole('link', { name: /^The bank cannot read this file/ }).waitFor()
  expect(await page.getByLabel('Your own file').getAttribute('aria-invalid')).toBe('true')
  await shown.selectOption('Something else')
  await send('screen.png', 'image/png', png)
  await page.getByRole('link', { name: 'screen.png' }).waitFor()
  await page.getByRole('button', { name: 'Make documents of what we know' }).click()
  await page.getByRole('link', { name: 'receipt.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Remove delivery-and-downloads.pdf' }).click()
  await page
    .getByRole('link', { name: 'delivery-and-downloads.pdf' })
    .waitFor({ state: 'detached' })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'receipt.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('receipt.pdf')
}

test.each([
  ['without a script, on a phone', 'Mia Disputes', { ...phone, scripts: false }],
  ['with scripts, on a wide screen', 'Noa Disputes', desktop],
] as const)('a dispute is answered with evidence, and lost: %s', async (_case, name, screen) => {
  const customer = await createApiUser(app, 'customer', name)
  await buyTrack(customer, app.longTrackId, disputedCard)
  await using visitor = await browser.visitorAs(app.url, admin, screen)
  const page = await visitor.newPage()
  const link = page.getByRole('link', { name: new RegExp(`^Bank dispute of .* by ${name}$`) })
  await eventually(async () => {
    await page.goto(`${app.url}/admin/bank-disputes`)
    expect(await link.count()).toBe(1)
  })
  // Until when it can be answered.
  const row = page.getByRole('row').filter({ has: link })
  expect(await row.getByText('Answer by').locator('time').count()).toBe(1)
  expect(await problemsOf(page, screen)).toEqual([])
  await link.click()
  await page.getByRole('heading', { name: 'Send evidence' }).waitFor()
  expect(await page.getByLabel(/^What was bought/).inputValue()).toContain('Receipt UND-')
  expect(await problemsOf(page, screen)).toEqual([])
  await prepareFiles(page)
  expect(await problemsOf(page, screen)).toEqual([])
  await page.getByLabel(/^Delivery and messages/).fill(losing)
  await page.getByRole('button', { name: 'Send to the bank' }).click()
  await page.getByText('Please say why.').first().waitFor()
  expect(await page.getByLabel(/^Delivery and messages/).inputValue()).toBe(losing)
  await page.getByLabel(/^Reason/).fill('It was downloaded.')
  await page.getByRole('button', { name: 'Send to the bank' }).click()
  await page.getByText('The evidence is sent. The bank decides.').waitFor()
  await eventually(async () => {
    await page.reload()
    await page.getByText('The customer has the money.').waitFor({ timeout: 500 })
  })
  expect(await page.getByRole('button', { name: 'Send to the bank' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'The files' }).waitFor()
  expect(await page.getByRole('link', { name: 'screen.png' }).count()).toBe(1)
  await page.getByText('Lost by the platform').waitFor()
  expect(await problemsOf(page, screen)).toEqual([])
  await expectLost(customer, screen)
})

/** The customer has the money and not the track; the artist is told, and keeps the share. */
async function expectLost(customer: ApiUser, screen: Screen): Promise<void> {
  await using disputing = await browser.visitorAs(app.url, customer, screen)
  const own = await disputing.newPage()
  await own.goto(`${app.url}/my-tracks`)
  await own.getByText('No tracks yet').waitFor()
  await using earning = await browser.visitorAs(app.url, app.artist, screen)
  const told = await earning.newPage()
  await told.goto(`${app.url}/notifications`)
  await told
    .getByText(/^The bank dispute about .* was lost\.$/)
    .first()
    .waitFor()
  await told.getByText('The customer has the money back. You keep your share.').first().waitFor()
  await told.goto(`${app.url}/artist-dashboard/sales`)
  await told.getByRole('heading', { name: 'Every sale' }).waitFor()
  expect(await told.getByText('Taken back', { exact: true }).count()).toBe(0)
}
