// What an artist earned goes back to the customer, after the bank was paid: the artist owes it, is told, the next sale pays a
// part of it, and the month's statement says so. The artist looks on a phone, the admin on a wide screen; neither reloads.

import type { Page } from 'playwright-core'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { formatPence } from '../../src/rules/price.ts'
import { monthName } from '../../src/rules/sales/sale-months.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { countEmails } from '../support/accounts/confirm-email.ts'
import { createApiUser } from '../support/api-user.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { markupProblems } from '../support/markup.ts'
import { buyTrack } from '../support/money/buy-track.ts'
import { openDatabaseOf } from '../support/money/stored-differences.ts'
import { untilBanksPaid } from '../support/moved-clock.ts'
import { endMonth } from '../support/statements/ended-month.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const { db, close } = await openDatabaseOf(app)
afterAll(close)
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const admin = await createApiAdmin(app, 'Ada Gives')
const { id: artistId } = await app.artist.request<{ id: string }>(
  'GET /api/proxy/auth/get-id-and-role',
)
/** At the price of 3.00, its artist's share. The other one has sold for 4.99. */
const { id: nextTrackId } = await db
  .selectFrom('tracks')
  .select('id')
  .where('title', '=', 'Shenandoah')
  .orderBy('created_at')
  .limit(1)
  .executeTakeFirstOrThrow()

/** Everything that the card provider has of the artist is paid to the bank. */
async function emptyAccount(): Promise<void> {
  const isSet = sql`select from payment_accounts where user_id = ${artistId} and payout_schedule = 'monthly:1'`
  await eventually(async () => expect((await isSet.execute(db)).rows).toHaveLength(1))
  await untilBanksPaid(app)
  await eventually(async () => {
    const paid = await db
      .selectFrom('bank_payouts')
      .innerJoin('bank_payout_parts', 'payout_id', 'bank_payouts.id')
      .select(['status', 'pence'])
      .execute()
    expect(paid).toEqual([{ status: 'paid', pence: 499 }])
  })
}

async function expectNoProblems(page: Page): Promise<void> {
  await settle(page)
  expect(await problemsOnScreens(page, 'html', [desktop, phone])).toEqual([])
  expect(await markupProblems(await page.content())).toEqual([])
}

/** As a line of the list says it, and as the email does. */
async function expectTold(page: Page, sentence: string): Promise<void> {
  await page.goto(`${app.url}/notifications`)
  await page.getByText(sentence).first().waitFor()
  await eventually(async () => expect(await countEmails(app, app.artist.email, sentence)).toBe(1))
}

/** What the ledger has of the artist. */
async function ledgerBalance() {
  const { rows } = await sql<{ owed: number; owing: number }>`
    select
      coalesce(-sum(amount_pence) filter (where account = 'artist_payable'), 0)::int as owed,
      coalesce(sum(amount_pence) filter (where account = 'artist_receivable'), 0)::int as owing
    from ledger_entries where artist_id = ${artistId}
  `.execute(db)
  const { owed = 0, owing = 0 } = rows[0] ?? {}
  return { owed, owing }
}

test('a refund that cannot be taken from the artist’s account is owed, told before and after, paid by the next sale, and stands on the month’s statement', async () => {
  await emptyAccount()
  await using singing = await browser.visitorAs(app.url, app.singer, phone)
  const own = await singing.newPage()
  await own.goto(`${app.url}/my-tracks`)
  await own.getByRole('link', { name: 'Something is wrong with Barbara Allen' }).click()
  await own.getByLabel(/^What is wrong/).selectOption('wrong_key')
  await own.getByRole('button', { name: 'Ask for the money back' }).click()
  await own.getByText('We are looking into it').waitFor()

  await using earning = await browser.visitorAs(app.url, app.artist, phone)
  const sales = await earning.newPage()
  await sales.goto(`${app.url}/artist-dashboard/sales`)
  await sales
    .getByRole('row', { name: /Barbara Allen/ })
    .getByText('In your bank')
    .waitFor()
  await settle(sales)

  await using deciding = await browser.visitorAs(app.url, admin, desktop)
  const page = await deciding.newPage()
  await page.goto(`${app.url}/admin/refunds`)
  await page.getByRole('link', { name: /: Barbara Allen$/ }).click()
  await page.getByLabel(/^Decision/).selectOption('accept')
  await page.getByLabel(/^Reason/).fill('You are right, it is in C.')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await page.getByText('The money is on its way back.').waitFor()

  // The card provider refuses the reversal: the account is empty.
  const debt = sales.getByRole('listitem').filter({ hasText: '£4.99 of Barbara Allen' })
  await sales.getByText('You owe £4.99.').waitFor()
  await debt.getByText('it was refunded to the customer.').waitFor()
  await debt.getByText('It could not be taken from your payment account').waitFor()
  await expectNoProblems(sales)

  await page.goto(`${app.url}/admin/debts`)
  await page.getByText('Artists owe £4.99 together. Their next sales pay it.').waitFor()
  const listed = page
    .getByRole('table', { name: 'What artists owe' })
    .getByRole('row', { name: /^Bartholomew Featherstonehaugh/ })
  await listed.getByText('A refund', { exact: true }).waitFor()
  await listed.getByText(/^New sales pay it\. Decide from/).waitFor()
  await listed.getByRole('link', { name: 'Debt of £4.99' }).click()
  await page.getByRole('heading', { name: 'Debt of £4.99' }).waitFor()
  await expectNoProblems(page)

  const told = await earning.newPage()
  await expectTold(told, '£4.99 that you earned goes back.')
  await expectTold(told, 'You owe £4.99: it could not be taken from your payment account.')
  await told.getByText('It is taken from what you earn next, the oldest first.').first().waitFor()

  await buyTrack(await createApiUser(app, 'customer', 'Noa Buys'), nextTrackId)
  await sales.getByText('You owe £1.99.').waitFor()
  await debt.getByText('£1.99 is left.').waitFor()
  await debt
    .getByRole('list', { name: 'Paid by sales' })
    .getByText('£3.00 paid by Shenandoah')
    .waitFor()
  const netted = sales.getByRole('row', { name: /Shenandoah/ })
  await netted.getByText('Netted', { exact: true }).waitFor()
  await netted.getByText('£3.00 has paid what you owed').waitFor()
  await expectNoProblems(sales)
  await expectTold(told, '£3.00 that you earned has paid what you owed.')
  await told.getByText('You still owe £1.99.').first().waitFor()
  await page.reload()
  await page.locator('dl').getByText('£1.99', { exact: true }).waitFor()

  const month = monthName(await endMonth(app, db))
  const { owed, owing } = await ledgerBalance()
  expect([owed, owing]).toEqual([0, 199])
  await sales.goto(`${app.url}/artist-dashboard/papers`)
  const papers = sales.getByRole('table', { name: 'Papers' })
  await papers.getByRole('row', { name: month }).getByRole('link').click()
  await sales.getByRole('heading', { level: 1, name: `Statement of ${month}` }).waitFor()
  const sums = sales.getByRole('table', { name: 'Your balance' })
  const amounts = (name: string) =>
    sums
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .allTextContents()
  expect(await amounts('Opening balance')).toEqual(['£0.00', '£0.00', '£0.00'])
  expect(await amounts('Sales')).toEqual(['£3.00', '£0.00', '£3.00'])
  expect(await amounts('Refunds')).toEqual(['£0.00', '£4.99', '−\u2060£4.99'])
  expect(await amounts('Netting')).toEqual(['−\u2060£3.00', '−\u2060£3.00', '£0.00'])
  expect(await amounts('Closing balance')).toEqual([owed, owing, owed - owing].map(formatPence))
  const movements = sales.getByRole('table', { name: 'Every movement' })
  await movements.getByRole('row', { name: /Netting.*Shenandoah/ }).waitFor()
  await expectNoProblems(sales)
})
