// The app ends by `kill -9` at every failpoint of commissions and their money, and starts again.

import { expect, test, vi } from 'vitest'
import type { Action } from '#server/failpoints.ts'
import { crashes } from '../support/commissions/crashes/crash-cases.ts'
import { openCrashShop } from '../support/commissions/crashes/crash-shop.ts'
import { resultOf } from '../support/commissions/races/run-race.ts'
import { commissionInvariants, moneyInvariants } from '../support/money/invariant-problems.ts'
import { moneyProblems } from '../support/money/money-problems.ts'

const restoredWithinMs = 60_000

// The keys of the table are those of its type.
test.each(Object.keys(crashes) as Action[])(
  'killed before and after %s, the app completes within 60 seconds what was begun, once',
  async (action) => {
    const { scene: prepare, act, end } = crashes[action]
    await using shop = await openCrashShop()
    const { app, site } = shop
    for (const moment of ['before', 'after'] as const) {
      const name = `${moment} ${action}` as const
      const scene = await prepare(shop)
      await site.arm(name)
      await act(shop, scene)
      await site.untilKilled(name)
      await site.restart()
      // Whoever got no answer tries again.
      await act(shop, scene)
      await vi.waitFor(
        async () => {
          const problems = [
            ...(await moneyProblems(app)),
            ...(await moneyInvariants(app)),
            ...(await commissionInvariants(app)),
          ]
          const result = await shop.resultOf(scene)
          const expected = resultOf(typeof end === 'function' ? end(moment) : end)
          expect({ name, ...result, problems }).toEqual({ name, ...expected, problems: [] })
        },
        { timeout: restoredWithinMs, interval: 200 },
      )
    }
  },
)
