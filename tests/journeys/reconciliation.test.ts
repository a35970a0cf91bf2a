// Two differences are planted, found by the night, mailed, and dealt with by an admin: without a script on a phone, and with
// scripts on a wide screen.

import type { Page } from 'playwright-core'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { formatDate } from '#web/ui/date-text.tsx'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { confirmEmailOf, countEmails } from '../support/accounts/confirm-email.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { providerOf, sandboxOf } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { createDifference, openDatabaseOf } from '../support/money/stored-differences.ts'
import { advanceClock, untilNight } from '../support/moved-clock.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const { db, close } = await openDatabaseOf(app)
afterAll(close)
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Reconciles')
await confirmEmailOf(app, admin.email)

const daySeconds = 24 * 3600

async function expectNoProblems(page: Page): Promise<void> {
  await settle(page)
  expect([await problemsOnScreens(page), await markupProblems(await page.content())]).toEqual([
    [],
    [],
  ])
}

/** Somebody who can write to the database changes a payment by a penny. Returns its id. */
async function plantPenny(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update payments set amount_pence = amount_pence + 1
    where id = (select id from payments where status = 'paid' order by paid_at desc limit 1)
    returning id
  `.execute(db)
  return rows[0]?.id ?? ''
}

/** Somebody with the provider's key sends the artist fifty pence of it once more. Returns the transfer's id there. */
async function plantTransfer(): Promise<string> {
  const { provider_account_id: destination } = await db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .executeTakeFirstOrThrow()
  const { charge_id: charge } = await db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const { port } = await sandboxOf(app)
  const provider = await providerOf(app.dataDir, port)
  const { id } = await provider.transfers.create({
    amount: 50,
    currency: 'gbp',
    destination,
    source_transaction: charge ?? '',
  })
  return id
}

/** Returns the day that was closed. */
async function passTheNight(): Promise<string> {
  const day = await untilNight(app)
  await addJob(db, 'reconcile_days', {})
  await eventually(async () => {
    const closed = sql`select from reconciled_days where day = ${day}::date`
    expect((await closed.execute(db)).rows).toHaveLength(1)
  })
  return day
}

const told = (open: number) =>
  countEmails(app, admin.email, `that nobody has explained or mended: ${open}, the oldest`)

async function isImpaired(): Promise<boolean> {
  const ready = await (await fetch(`${app.url}/readyz`)).json()
  const { impaired = [] } = ready as { impaired?: string[] }
  return impaired.includes('differences_older_than_a_day')
}

const rowOf = (page: Page, subject: string) =>
  page
    .getByRole('table', { name: 'Open differences' })
    .getByRole('row')
    .filter({ hasText: subject })

type Explained = { subject: string; label: string; reason: string }

/** From the list to the page of the difference, which an admin takes care of and explains. */
async function explain(page: Page, { subject, label, reason }: Explained): Promise<void> {
  await page.goto(`${app.url}/admin/reconciliation`)
  await rowOf(page, subject).getByRole('link', { name: label }).click()
  await page.getByRole('heading', { name: 'Next step' }).waitFor()
  await page.getByRole('button', { name: 'I take care of it' }).click()
  await page.getByRole('button', { name: 'Hand it back' }).waitFor()
  await page.locator('dl').getByText('You', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close the difference' }).click()
  await page.getByText('Please choose what has become of it').first().waitFor()
  await page.getByLabel('What has become of it').selectOption('explained')
  await page.getByLabel(/^Reason/).fill(reason)
  await page.getByRole('button', { name: 'Close the difference' }).click()
  await page.getByText('It is dealt with.').waitFor()
  await page.getByText(reason).waitFor()
  expect(await page.getByRole('button', { name: 'Close the difference' }).count()).toBe(0)
  expect(await markupProblems(await page.content())).toEqual([])
  await page.getByRole('link', { name: 'Reconciliation' }).first().click()
  await page.getByRole('heading', { name: 'Closed days' }).waitFor()
  expect(await rowOf(page, subject).count()).toBe(0)
}

test('what is planted is found by the night, mailed each night, impairs the site after a day, and is gone once an admin has explained it', async () => {
  await using seeing = await browser.visitorAs(app.url, admin)
  const page = await seeing.newPage()
  await page.goto(`${app.url}/admin/reconciliation`)
  await page.getByText('Nothing differs').waitFor()
  await page.getByText('No day is closed yet').waitFor()
  await expectNoProblems(page)

  const [paymentId, transferId] = [await plantPenny(), await plantTransfer()]
  const day = await passTheNight()
  await eventually(async () => expect(await told(2)).toBe(1))
  expect(await isImpaired()).toBe(false)
  await page.reload()
  await rowOf(page, transferId).waitFor()
  await rowOf(page, paymentId)
    .getByRole('link', { name: formatDate(day) })
    .click()
  await page.getByRole('table', { name: 'Sums by type' }).getByText('charge').waitFor()
  await expectNoProblems(page)

  await advanceClock(app, daySeconds + 1)
  expect(await isImpaired()).toBe(true)
  await passTheNight()
  await eventually(async () => expect(await told(2)).toBe(2))

  await using phoning = await browser.visitorAs(app.url, admin, { ...phone, scripts: false })
  await explain(await phoning.newPage(), {
    subject: paymentId,
    label: 'A card payment of another amount',
    reason: 'The bank has added a penny.',
  })
  expect(await isImpaired()).toBe(true)
  await explain(page, {
    subject: transferId,
    label: 'A transfer that the books do not have',
    reason: 'Sent by hand, as a thank-you.',
  })
  expect(await isImpaired()).toBe(false)
  await passTheNight()
  await page.reload()
  await page.getByText('Nothing differs').waitFor()
  expect(await told(2)).toBe(2)
})

test('the pages of a difference and of all days are accessible, on a phone and wide, light and dark', async () => {
  const id = await createDifference({ db }, { subject: 'ch_1MZ0000000000000000000000000' })
  await using visitor = await browser.visitorAs(app.url, admin, desktop)
  const page = await visitor.newPage()
  for (const path of ['/admin/reconciliation', `/admin/differences/${id}`]) {
    await page.goto(app.url + path)
    await expectNoProblems(page)
  }
})
