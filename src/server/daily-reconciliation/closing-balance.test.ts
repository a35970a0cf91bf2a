// The balance at the end of a day, compared with what the provider says its balance is.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  createTradingDay,
  differencesOf,
  reconcile,
  untilNight,
} from '../../../tests/support/money/reconciling.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()
const daySeconds = 24 * 3600

/** A top-up that says it was made ten days ago: no list of a night or of an hour has it. */
async function topUpInThePast(app: TestApp, pence: number): Promise<void> {
  await app.sandbox.control('POST topup', { pence })
  const { data } = await provider(app).balanceTransactions.list({ limit: 1 })
  const created = Math.floor(app.clock.now().getTime() / 1000) - 10 * daySeconds
  await app.sandbox.control('POST change', { id: data[0]?.id, pence: 0, created })
}

async function night(app: TestApp): Promise<void> {
  await untilNight(app)
  await reconcile(app)
}

const apart = async (app: TestApp) =>
  (await differencesOf(app)).map(({ kind, ours, theirs, status }) => [
    kind,
    Number(theirs) - Number(ours),
    status,
  ])

test('a movement that no list has is found by the balance, once, until it is there no more', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  await readBalance(app)
  await night(app)
  await topUpInThePast(app, 300)
  await night(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'open']])
  // What moves later, also on the morning before the night, is nothing new.
  await app.sandbox.control('POST topup', { pence: 70 })
  await untilNight(app)
  await app.sandbox.control('POST topup', { pence: 9 })
  await reconcile(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'open']])
  // All is read again, and what was missing is booked.
  await app.db.deleteFrom('balance_reading').execute()
  await readBalance(app)
  await night(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'mended']])
})

test('an amount that an admin has explained is not found again, and another one is', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  await topUpInThePast(app, 300)
  await night(app)
  await sql`
    update reconciliation_differences
    set status = 'explained', reason = 'Paid in by hand.', ended_at = ${app.clock.now()}
  `.execute(app.db)
  await app.sandbox.control('POST topup', { pence: 70 })
  await night(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'explained']])
  await topUpInThePast(app, 1)
  await night(app)
  expect(await apart(app)).toEqual([
    ['closing_differs', 300, 'explained'],
    ['closing_differs', 301, 'open'],
  ])
})

test('money that moves while the balance is read lets it be read again; if it always does, nothing is said', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const { readBalancePence: respond } = app.payments
  const reading = vi.spyOn(app.payments, 'readBalancePence')
  const whileMoving = async () => {
    await app.sandbox.control('POST topup', { pence: 40 })
    return respond()
  }
  reading.mockImplementationOnce(whileMoving)
  await night(app)
  expect(reading).toHaveBeenCalledTimes(2)
  expect(await apart(app)).toEqual([])
  await topUpInThePast(app, 300)
  await night(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'open']])
  reading.mockImplementation(whileMoving)
  await night(app)
  expect(await apart(app)).toEqual([['closing_differs', 300, 'open']])
  reading.mockRestore()
})
