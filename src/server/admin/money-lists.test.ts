// No list of money reads a whole table of what grows with sales, and a page of requests asks no more than one request does.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBankDisputes } from '#server/bank-disputes/bank-dispute-queries.ts'
import { findOpenRequests, findUnmade } from '#server/refunds/request-queries.ts'
import { createTradingDay } from '../../../tests/support/money/reconciling.ts'
import { plansOf } from '../../../tests/support/recorded-queries.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { findUnsentTransfers } from './owed-money-queries.ts'
import { findPayments } from './orders/payment-queries.ts'
import { countOpenDifferences } from './reconciliation-queries.ts'
import { findPlatformMoney } from './platform-balance-queries.ts'
import { countTasks } from './tasks/task-queries.ts'
import { findWaitingReversals } from './waiting-reversals.ts'

const emptyApp = emptiedTestApp()

const grows =
  /Seq Scan on (payments|transfers|refunds|receipts|reversals|bank_disputes|reconciliation_differences|ledger_(?:transactions|entries)|balance_transactions|order_lines|users)\b/

test('each list is read by indexes, in its order', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const reader = { page: 1, adminId: randomUUID(), now: app.clock.now() }
  const lists = await plansOf(app, async (db) => {
    for (const query of ['mia@example.com', randomUUID(), 'UND-000001', 'ch_1', undefined])
      await findPayments(db, { query, page: 1 }, reader)
    await findPayments(db, { state: 'needs_person', page: 1 }, reader)
    for (const owner of [undefined, 'mine', 'nobody'] as const) {
      await findPayments(db, { owner, page: 1 }, reader)
      await findUnsentTransfers(db, { ...reader, owner })
      await findWaitingReversals(db, { ...reader, owner })
      await findUnmade(db, { ...reader, owner })
      await findBankDisputes(db, { ...reader, owner })
    }
    await countTasks(db, reader)
    await findPlatformMoney(db, { reservePence: 0, now: reader.now })
    await countOpenDifferences(db, app.clock.now())
  })
  expect(lists.length).toBeGreaterThanOrEqual(15)
  for (const plan of lists) expect(plan).not.toMatch(grows)
  const used = lists.join('\n')
  for (const index of [
    'payments_by_customer',
    'payments_with_problem',
    'transfers_failed',
    'refunds_failed',
    'transfers_listed',
    'reversals_waiting',
    'reconciliation_differences_',
    'refunds_unmade',
    'transfers_aged',
    'bank_disputes_listed',
  ])
    expect(used).toContain(index)
})

test('several requests for money are read by as many statements as one', async () => {
  const app = await emptyApp()
  const { mia } = await createTradingDay(app)
  const reader = { page: 1, adminId: randomUUID(), now: app.clock.now() }
  const lines = await app.db.selectFrom('order_lines').select('id').execute()
  const statements = async () => (await plansOf(app, (db) => findOpenRequests(db, reader))).length
  const ask = (orderLineIds: string[]) =>
    app.db
      .insertInto('refund_requests')
      .values(
        orderLineIds.map((id) => ({
          order_line_id: id,
          customer_id: mia.id,
          reason: 'wrong_key' as const,
          requested_at: app.clock.now(),
        })),
      )
      .execute()
  const sold = await app.db.selectFrom('sales').select('order_line_id as id').execute()
  const ids = lines.map(({ id }) => id).filter((id) => sold.some((sale) => sale.id === id))
  expect(ids.length).toBeGreaterThanOrEqual(2)
  await ask(ids.slice(0, 1))
  const one = await statements()
  await ask(ids.slice(1))
  expect(await statements()).toBe(one)
})
