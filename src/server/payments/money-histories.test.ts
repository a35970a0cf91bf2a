// Random histories of buying, with duplicate events, faults of the provider and crashes: no penny may be lost or paid twice.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, pass, takeBuyingStep } from '../../../tests/support/money/histories/buying-acts.ts'
import {
  anyHistory,
  paidAndForbidden,
  paidTwice,
} from '../../../tests/support/money/histories/buying-steps.ts'
import {
  openMarket,
  withoutFaults,
  type Market,
} from '../../../tests/support/money/histories/market.ts'
import { everything } from '../../../tests/support/money/histories/everything.ts'
import { chosenHistories, playMoneyHistories } from '../../../tests/support/money/histories/play.ts'
import { unreached } from '../../../tests/support/money/histories/reached.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { deliver, ledgerOf, provider } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

const seed = 20_261_122
/** The two examples and seven random ones: together more than ten payments, transfers and refunds each. */
const histories = 9

test(`whatever customers, faults and crashes do, each penny is accounted for after each step (seed ${seed})`, async () => {
  let refunds = 0
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      await using app = await createTestApp()
      const market = await openMarket(app)
      for (const step of steps) {
        await takeBuyingStep(market, step)
        expect(await problemsThatNothingExcuses(app)).toEqual([])
      }
      await settle(market)
      refunds += await expectAllAccountedFor(app)
    }),
    { seed, numRuns: histories, examples: [[paidTwice], [paidAndForbidden]] },
  )
  // The examples alone have two: otherwise the random histories do not reach what they are for.
  expect(refunds).toBeGreaterThan(2)
})

/** What may be true between a step and the work that follows from it. */
const passing = [
  // The payment is made, and the app has not been told yet.
  /^payment \S+ is (open|expired), but was paid$/,
  /^charge \S+ has no payment$/,
  // The app crashed before the session id was stored.
  /^payment \S+ is expired: \d can be paid$/,
  // The transfer or refund is made, and its response was lost.
  /^(transfer|refund) \S+ is waiting, and was made 1 times$/,
  /^the balance at the provider is /,
  /^balance transaction \S+ \((charge|transfer|refund)\) is not booked$/,
]

async function problemsThatNothingExcuses(app: TestApp): Promise<string[]> {
  const problems = await moneyProblems(app)
  return problems.filter((problem) => !passing.some((pattern) => pattern.test(problem)))
}

const played = chosenHistories(20)
/** Some seconds a history, on a machine with nothing else to do. */
const timeoutMs = 3_600_000

test(
  `${played.histories} histories of everything that moves money end in a closed day without a difference (seed ${played.seed})`,
  async () => {
    const reached = await playMoneyHistories({ ...played, examples: [everything] })
    // Otherwise the histories do not reach what they are for.
    expect(unreached(played.histories, reached)).toEqual([])
  },
  timeoutMs,
)

/** Every open session expires, every event arrives, every hold ends, and every pause before an attempt is over. */
async function settle(market: Market): Promise<void> {
  const { app } = market
  await app.sandbox.control('POST topup', { pence: 100_000 })
  for (const artist of [0, 1]) await decide(market, { do: 'release', artist })
  // The provider decides about what is paid later.
  await app.clock.move({ days: 3 })
  await pass(app, 'expire')
  for (let round = 0; round < 12; round++) {
    for (const event of await withoutFaults(() => provider(app).events.list({ limit: 100 })).then(
      (list) => list.data,
    ))
      await deliver(app, event)
    await app.letTimePass()
    await pass(app, 'reconcile')
    if ((await moneyProblems(app)).length === 0 && (await isAllSent(app))) return
  }
}

async function isAllSent(app: TestApp): Promise<boolean> {
  const balances = await ledgerOf(app)
  const { platform_commission = 0, processing_fee = 0, stripe_fees = 0 } = balances
  return (
    (balances['stripe_pending'] ?? 0) + platform_commission + processing_fee + stripe_fees === 0
  )
}

/** What customers paid went to artists, back to customers, or is the platform's: nothing is left over or missing. */
async function expectAllAccountedFor(app: TestApp): Promise<number> {
  expect(await moneyProblems(app)).toEqual([])
  const { objects } = (await app.sandbox.control('GET snapshot')) as {
    objects: Record<'charge' | 'transfer' | 'refund', { amount: number; paid?: boolean }[]>
  }
  const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  const { platform_commission = 0, processing_fee = 0 } = await ledgerOf(app)
  const paid = total(objects.charge.filter((charge) => charge.paid === true))
  expect({ paid }).toEqual({
    paid: total(objects.transfer) + total(objects.refund) - platform_commission - processing_fee,
  })
  return objects.refund.length
}
