// Each event that the app handles, fifty times at once or never: the same rows, and one effect. What the events would have
// told, the jobs that run by the clock find alone.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { providerEvents } from '#rules/payments/provider-events.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { JobName } from '#server/jobs/job-names.ts'
import {
  artistPayoutCases,
  eventCases,
  type EventCase,
} from '../../../../tests/support/money/event-cases.ts'
import { moneyInvariants } from '../../../../tests/support/money/invariant-problems.ts'
import { expectBookedBalance } from '../../../../tests/support/money/provider-balance.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { ledgerOf, signedDelivery } from '../../../../tests/support/shopping.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp({ payoutSchedule: { interval: 'daily' } })

const deliveries = 50

type Event = { id: string; type: string }

async function eventsOfType(app: TestApp, type: string): Promise<Event[]> {
  const { snapshot, thin } = (await app.sandbox.control('GET events')) as Record<string, Event[]>
  return [...(snapshot ?? []), ...(thin ?? [])].filter((event) => event.type === type)
}

/** Money and what was told of it, without ids and times. */
async function stateOf(app: TestApp) {
  const grouped = async (table: string, columns: string) => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', ${sql.raw(columns)}) as row from ${sql.table(table)} order by 1
    `.execute(app.db)
    return rows.map(({ row }) => row)
  }
  const ledger = Object.values(await ledgerOf(app)).toSorted((one, other) => one - other)
  return {
    payments: await grouped('payments', 'status, amount_pence, refunded_pence, transferred_pence'),
    orders: await grouped('orders', 'status, total_pence'),
    transfers: await grouped('transfers', 'status, amount_pence, reversed_pence'),
    reversals: await grouped('reversals', 'status, amount_pence'),
    refunds: await grouped('refunds', 'status, amount_pence, cause'),
    disputes: await grouped('bank_disputes', 'status, amount_pence, lost_pence'),
    bankPayouts: await grouped('bank_payouts', 'status, amount_pence'),
    platformPayouts: await grouped('platform_payouts', 'status, amount_pence'),
    accounts: await grouped('payment_accounts', 'payouts_enabled, bank_unusable'),
    unexplained: await grouped('unexplained_transactions', 'explained_at is null'),
    movements: await grouped('balance_transactions', 'type, amount_pence, fee_pence, is_available'),
    owned: (await grouped('entitlements', 'user_id')).length,
    receipts: (await grouped('receipts', 'payment_id')).length,
    ledger: ledger.filter((pence) => pence !== 0),
  }
}

/** Everything that runs by the clock and looks at the provider. */
const byTheClock = [
  'reconcile_payments',
  'close_unavailable_checkouts',
  'compare_with_provider',
  'read_balance_transactions',
  'compare_accounts',
  'check_blocked_accounts',
  'reconcile_days',
] as const satisfies JobName[]

async function passTheNight(app: TestApp): Promise<void> {
  await app.clock.move({ days: 1, hours: 5 })
  for (let round = 0; round < 2; round++) {
    await app.letTimePass()
    for (const name of byTheClock) {
      await addJob(app.db, name, {}, { key: name })
      await app.work()
    }
  }
}

// The keys of the table are the types of the rules: a type without a case is an error of the compiler, and fails here.
test('each handled event has a case', () => {
  expect(Object.keys(eventCases).toSorted()).toEqual(Object.keys(providerEvents).toSorted())
})

type Case = [type: keyof typeof providerEvents, of: string, eventCase: EventCase]

// The keys of the tables.
const casesOf = (cases: Record<string, EventCase>, of: string) =>
  Object.entries(cases).map(([type, one]) => [type, of, one] as Case)

test.each([...casesOf(eventCases, ''), ...casesOf(artistPayoutCases, ' of an artist’s account')])(
  '%s%s has its effect once, whether it comes fifty times at once or not at all',
  async (type, _of, { prepare, effect }) => {
    const { webhook } = providerEvents[type]
    const app = await emptyApp()
    await prepare(app)
    const before = await effect(app)
    const events = await eventsOfType(app, type)
    expect(events.length).toBeGreaterThan(0)
    const answers = await Promise.all(
      events.flatMap((event) =>
        Array.from({ length: deliveries }, () => signedDelivery(app, webhook, event)),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await Promise.all([app.work(), app.work()])
    const told = await effect(app)
    expect(told).not.toEqual(before)
    await passTheNight(app)
    const delivered = await stateOf(app)
    await expectBookedBalance(app)
    expect(await moneyInvariants(app)).toEqual([])

    const other = await emptyApp()
    await prepare(other)
    await passTheNight(other)
    expect(await stateOf(other)).toEqual(delivered)
    await expectBookedBalance(other)
  },
)
