// The check after a random history finds a penny wherever it is planted.

import { expect, test } from 'vitest'
import { closeTheDay } from '../../../tests/support/money/histories/closing.ts'
import { closedDayProblems } from '../../../tests/support/money/histories/comparison.ts'
import { openMarket } from '../../../tests/support/money/histories/market.ts'
import { take, type MoneyStep } from '../../../tests/support/money/histories/play.ts'
import { plants } from '../../../tests/support/money/histories/plants.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({
  payoutSchedule: { interval: 'daily' },
  disputesChargedTo: 'artist',
})

const settledCard = '4000000000000077'
const sell = (customer: number, ...sold: object[]) => ({
  do: 'sell',
  customer,
  sold,
  card: settledCard,
  isRecorded: true,
})
const work: MoneyStep = { do: 'work' }

/** Everything that moves money has happened once: a debt of Tom's is paid by his next sale, and his bank has the rest. */
const everything: MoneyStep[] = [
  sell(0, { artist: 0, pricePence: 500 }, { artist: 1, pricePence: 333 }),
  sell(1, { artist: 1, pricePence: 1999 }),
  sell(1, { artist: 0, pricePence: 1999 }),
  work,
  { do: 'giveBack', sale: 0, part: 'all' },
  work,
  { do: 'dispute', charge: 0, claim: 'dispute' },
  { do: 'events', seed: 1 },
  work,
  { do: 'decideDispute', dispute: 0, outcome: 'lost' },
  { do: 'emptyAccount', artist: 1 },
  { do: 'hours', hours: 3 },
  { do: 'giveBack', sale: 1, part: 'half' },
  { do: 'giveBack', sale: 2, part: 'half' },
  work,
  sell(0, { artist: 1, pricePence: 1999 }, { artist: 0, pricePence: 99 }),
  work,
  { do: 'payOut', pounds: '1' },
  work,
]

test('a penny at each place is found, and nothing before', async () => {
  const market = await openMarket(await emptyApp())
  for (const step of everything) await take(market, step)
  await closeTheDay(market)
  expect(await closedDayProblems(market.app)).toEqual([])
  const unfound: string[] = []
  for (const [place, plant] of Object.entries(plants)) {
    if ((await plant(market)).length === 0) unfound.push(place)
  }
  expect(unfound).toEqual([])
  expect(Object.keys(plants).length).toBeGreaterThan(20)
})
