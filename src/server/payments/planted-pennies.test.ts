// After a history in which everything has happened the night finds a penny wherever it is planted.

import { expect, test } from 'vitest'
import { closeTheDay } from '../../../tests/support/money/histories/closing.ts'
import { closedDayProblems } from '../../../tests/support/money/histories/comparison.ts'
import { soldAndTakenBack } from '../../../tests/support/money/histories/everything.ts'
import { openMarket } from '../../../tests/support/money/histories/market.ts'
import { findNextNight } from '../../../tests/support/money/histories/next-night.ts'
import { take } from '../../../tests/support/money/histories/play.ts'
import { plants } from '../../../tests/support/money/histories/plants.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({
  payoutSchedule: { interval: 'daily' },
  disputesChargedTo: 'artist',
})

test('a penny at each place is found by the night, and nothing before', async () => {
  const market = await openMarket(await emptyApp())
  for (const step of soldAndTakenBack) await take(market, step)
  await closeTheDay(market)
  expect(await closedDayProblems(market.app)).toEqual([])
  expect(await findNextNight(market)).toEqual([])
  const unfound: string[] = []
  for (const [place, plant] of Object.entries(plants)) {
    if ((await plant(market)).length === 0) unfound.push(place)
  }
  expect(unfound).toEqual([])
  expect(Object.keys(plants).length).toBeGreaterThan(20)
})
