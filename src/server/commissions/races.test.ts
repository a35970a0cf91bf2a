// Two who act on one commission at the same moment. The first one is stopped before its commit, until the second one waits
// for it or has ended: so each order of the two is certain.

import { expect, test } from 'vitest'
import { raceDeps, raceFixture } from '../../../tests/support/commissions/races/race-fixture.ts'
import { endOf, inOrder } from '../../../tests/support/commissions/races/run-race.ts'
import { races } from '../../../tests/support/commissions/races/races.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp(raceDeps)

test.each(races)('of $name, the one that comes first wins', async (race) => {
  const fixture = await raceFixture(await emptyApp())
  for (const first of [0, 1] as const) {
    const prepared = await race.prepare(fixture)
    const codes = await inOrder(fixture, { race, prepared, first })
    await fixture.settle()
    const result = { codes, ...(await fixture.resultOf(prepared)) }
    expect({ first, ...result }).toEqual({ first, ...endOf(race.ends[first], result) })
  }
  expect(await moneyProblems(fixture.app)).toEqual([])
})
