// The events of one refund that was made at the provider, in each order and each of them lost: the same rows.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { checkCharge, sellTrack } from '../../../tests/support/money/bank-disputes.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { deliver, ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** The customer's bank says later whether a refund has arrived. */
const slowRefundCard = '4000000000007726'

type Case = { name: string; outcome: 'succeeded' | 'failed'; isHeard: boolean; left: object[] }

/** One that has failed before the app has heard of it is nothing; one that it knew of is owed again, and made. */
const cases: Case[] = [
  { name: 'succeeded', outcome: 'succeeded', isHeard: false, left: [{ amount_pence: 200 }] },
  { name: 'failed', outcome: 'failed', isHeard: false, left: [] },
  { name: 'failed later', outcome: 'failed', isHeard: true, left: [{ amount_pence: 200 }] },
]

const told = ({ outcome }: Case) =>
  [
    'refund.created',
    'charge.refunded',
    outcome === 'failed' ? 'refund.failed' : 'refund.updated',
  ] as const

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) =>
    ordersOf(items.toSpliced(at, 1)).map((others) => [item, ...others]),
  )
}

/** £2.00 of £5.70 is given back on the provider's page, and the bank of the card decides about it. */
async function refundThere(app: TestApp, { outcome, isHeard }: Case) {
  const { charge } = await sellTrack(app, { card: slowRefundCard })
  const refund = await provider(app).refunds.create({ charge, amount: 200 })
  if (isHeard) await checkCharge(app, charge)
  await app.sandbox.control('POST refund', { refund: refund.id, outcome })
  const { data } = await provider(app).events.list({ limit: 100 })
  return (type: string) => data.filter((event) => event.type === type)
}

async function stateOf(app: TestApp) {
  await app.clock.move({ hours: 3 })
  for (const name of ['reconcile_payments', 'compare_with_provider'] as const) {
    await addJob(app.db, name, {})
    await app.work()
  }
  await readBalance(app)
  await expectSameBalance(app)
  const { customer_payable, refunds_in_transit, losses, platform_commission } = await ledgerOf(app)
  return {
    refunds: await app.db.selectFrom('refunds').select(['status', 'amount_pence']).execute(),
    orders: await app.db.selectFrom('orders').select('status').execute(),
    reversals: await app.db.selectFrom('reversals').select(['status', 'amount_pence']).execute(),
    owned: (await app.db.selectFrom('entitlements').select('track_id').execute()).length,
    ledger: { customer_payable, refunds_in_transit, losses, platform_commission },
  }
}

test.each(cases)(
  'the events of a refund that has $name leave the same in each order, and with any of them lost',
  async (one) => {
    const types = told(one)
    const orders = [[], ...types.map((type) => [type]), ...ordersOf(types)]
    const states: [string, object][] = []
    for (const order of orders) {
      const app = await emptyApp()
      const eventsOf = await refundThere(app, one)
      for (const event of order.flatMap(eventsOf)) {
        await deliver(app, event)
        await app.work()
      }
      states.push([order.join(' '), await stateOf(app)])
    }
    const [[, expected] = ['', {}]] = states
    expect(expected).toMatchObject({ refunds: one.left, owned: 1 })
    for (const [order, state] of states) expect([order, state]).toEqual([order, expected])
  },
)
