// A difference is planted, found by the night, explained by an admin: with a script and without.

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { markupProblems } from '../support/markup.ts'
import {
  closedDay,
  createClosedDay,
  createDifference,
  openDatabaseOf,
} from '../support/money/stored-differences.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const database = await openDatabaseOf(app)
afterAll(() => database.close())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Reconciles')

test('the pages of reconciliation are accessible, on a phone and wide, light and dark, empty and full', async () => {
  await using visitor = await browser.visitorAs(app.url, admin)
  const page = await visitor.newPage()
  const look = async (path: string) => {
    await page.goto(app.url + path)
    await settle(page)
    expect([
      path,
      await problemsOnScreens(page),
      await markupProblems(await page.content()),
    ]).toEqual([path, [], []])
  }
  await look('/admin/reconciliation')
  await createClosedDay(database)
  const id = await createDifference(database, { subject: 'ch_1MZ0000000000000000000000000' })
  await look('/admin/reconciliation')
  await look(`/admin/reconciliation/${closedDay}`)
  await look(`/admin/differences/${id}`)
})

/** Somebody who can write to the database has changed a payment by a penny. Returns its id. */
async function plantPenny(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update payments set amount_pence = amount_pence + 1
    where id = (select id from payments where status = 'paid' order by paid_at desc limit 1)
    returning id
  `.execute(database.db)
  return rows[0]?.id ?? ''
}

/** The day ends, and its night is over. */
async function passTheNight(): Promise<void> {
  await fetch(`${app.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 24 * 3600 }),
  })
  await addJob(database.db, 'reconcile_days', {})
}

test('a penny that is planted is found by the night, and the admin reads which day and which payment', async () => {
  const paymentId = await plantPenny()
  await passTheNight()
  await using visitor = await browser.visitorAs(app.url, admin)
  const page = await visitor.newPage()
  const row = page.getByRole('row', {
    name: new RegExp(String.raw`^A card payment of another amount\s*${paymentId}`),
  })
  await expect
    .poll(
      async () => {
        await page.goto(`${app.url}/admin/reconciliation`)
        return row.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await row.getByRole('link', { name: /^\d{4}-\d\d-\d\d$/ }).click()
  await page.waitForURL(/\/admin\/reconciliation\/\d{4}/)
  // A difference is stored when it is found, the day once all of it has been compared.
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByRole('heading', { name: 'Sums by type' }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await page.getByRole('table', { name: 'Sums by type' }).getByText('charge').waitFor()
  await row.getByRole('link', { name: /^A card payment of another amount/ }).click()
  await page.getByRole('heading', { name: 'Next step' }).waitFor()
})

test.each([
  ['without a script on a phone', { ...phone, scripts: false }],
  ['with a script on a wide screen', desktop],
] as const)('a difference is taken care of and explained, %s', async (how, screen) => {
  await createDifference(database, { subject: how })
  await using visitor = await browser.visitorAs(app.url, admin, screen)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/admin/reconciliation`)
  const row = page.getByRole('row', { name: new RegExp(how) })
  await row.getByRole('link', { name: /^A card payment of another amount/ }).click()
  await page.getByRole('heading', { name: 'Next step' }).waitFor()
  await page.getByRole('button', { name: 'Take care of it' }).click()
  await page.getByText('You take care of this difference.').waitFor()
  await page.locator('dl').getByText('Ada Reconciles').waitFor()
  await page.getByRole('button', { name: 'Close the difference' }).click()
  await page.getByText('Please choose what has become of it').first().waitFor()
  await page.getByLabel('What has become of it').selectOption('explained')
  await page.getByLabel(/^Reason/).fill('The bank has added a penny.')
  await page.getByRole('button', { name: 'Close the difference' }).click()
  await page.getByText('It is dealt with.').waitFor()
  await page.getByText('The bank has added a penny.').waitFor()
  expect(await page.getByRole('button', { name: 'Close the difference' }).count()).toBe(0)
  expect(await markupProblems(await page.content())).toEqual([])
  await page.getByRole('link', { name: 'Reconciliation' }).first().click()
  await page.getByRole('heading', { name: 'Closed days' }).waitFor()
  expect(await page.getByRole('row', { name: new RegExp(how) }).count()).toBe(0)
})
