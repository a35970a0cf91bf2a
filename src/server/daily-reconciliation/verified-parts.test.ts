// The ledger is verified in parts of some days.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  findLedgerProblems,
  findVerified,
  forgetVerified,
  verifyLedger,
} from '#server/ledger/verified-ledger.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  createTradingDay,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()
const { signal } = new AbortController()

/** Three days that are closed; of the second and the third only a top-up. */
async function openThreeDays() {
  const app = await emptyApp()
  await createTradingDay(app)
  const days: string[] = []
  for (const pence of [70, 80, 90]) {
    await app.sandbox.control('POST topup', { pence })
    await readBalance(app)
    days.push(await untilNight(app))
    await reconcile(app)
  }
  return { app, days }
}

const topUp = (pence: number) =>
  sql`(select ledger_transaction_id from balance_transactions where type = 'topup' and amount_pence = ${pence})`

const addPenny = (app: TestApp, transaction: ReturnType<typeof sql>) =>
  withoutTriggers(
    app,
    sql`update ledger_entries set amount_pence = amount_pence + case account when 'stripe_pending' then 1 else -1 end where transaction_id = ${transaction}`,
  )

test('each night verifies its day, and an interrupted verification goes on after its last part', async () => {
  const { app, days } = await openThreeDays()
  const [first, , last] = days
  expect(await findVerified(app.db)).toBe(last)
  await forgetVerified(app.db)
  const stopped = AbortSignal.abort(new Error('stopped'))
  const parts = { now: app.clock.now(), atOnce: 1 }
  await expect(verifyLedger(app.db, { ...parts, signal: stopped })).rejects.toThrow('stopped')
  expect(await findVerified(app.db)).toBe(first)
  await verifyLedger(app.db, { ...parts, signal })
  expect(await findVerified(app.db)).toBe(last)
})

test('parts find what all at once finds, and nothing is verified from a wrong one on', async () => {
  const { app, days } = await openThreeDays()
  await forgetVerified(app.db)
  await addPenny(app, topUp(80))
  const found = await findLedgerProblems(app.db, signal, 1)
  expect(found).toMatchObject([{ kind: 'balance_differs' }])
  expect(await findLedgerProblems(app.db, signal)).toEqual(found)
  await verifyLedger(app.db, { now: app.clock.now(), signal, atOnce: 1 })
  expect(await findVerified(app.db)).toBe(days[0])
  expect(await findLedgerProblems(app.db, signal, 1)).toEqual(found)
})

test('a balance transaction that names a transaction of a verified day later is read', async () => {
  const { app } = await openThreeDays()
  expect(await findLedgerProblems(app.db, signal)).toEqual([])
  const rename = sql`update balance_transactions set counted_on = null, fee_pence = 1 where amount_pence = 80`
  await withoutTriggers(app, rename)
  expect(await findLedgerProblems(app.db, signal)).toMatchObject([{ kind: 'balance_differs' }])
})
