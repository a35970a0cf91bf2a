// Plays random histories of everything that moves money, on both sides, and closes the day after each.

import fc from 'fast-check'
import { expect } from 'vitest'
import { vatModes, type VatMode } from '#rules/vat/vat-terms.ts'
import { openEmptiedApps } from '../../shared-app.ts'
import type { Act, Acts } from './act.ts'
import { adminActs } from './admin-acts.ts'
import { closeTheDay } from './closing.ts'
import { closedDayProblems } from './comparison.ts'
import { faultActs } from './fault-acts.ts'
import { openMarket, type Market } from './market.ts'
import { statementDifferences } from './papers.ts'
import { providerActs } from './provider-acts.ts'
import { countReached, nothingReached, type Reached } from './reached.ts'
import { saleActs } from './sale-acts.ts'
import { timeActs } from './time-acts.ts'

const acts: Acts = { ...saleActs, ...providerActs, ...adminActs, ...faultActs, ...timeActs }
export type MoneyStep = { do: string } & Record<string, unknown>

const maxSteps = 60

const anyStep = fc.oneof(
  ...Object.entries(acts).map(([name, { weight, choice }]) => ({
    weight,
    arbitrary: choice.map((chosen): MoneyStep => ({ do: name, ...chosen })),
  })),
)

/** Without a sale at its beginning most steps have nothing to do. */
const anyHistory = fc
  .tuple(
    saleActs['sell']?.choice.map((chosen): MoneyStep => ({ do: 'sell', ...chosen })) ?? anyStep,
    fc.array(anyStep, { minLength: 15, maxLength: maxSteps - 1, size: 'max' }),
  )
  .map(([first, others]) => [first, ...others])

export async function take(market: Market, step: MoneyStep): Promise<void> {
  const known: Act | undefined = acts[step.do]
  if (known === undefined) throw new Error(`There is no act ${step.do}.`)
  await known.take(market, step)
}

type Played = {
  seed: number
  histories: number
  path?: string | undefined
  /** Played first, beside those that chance has chosen. */
  examples?: MoneyStep[][]
}

/** MONEY_RUNS and MONEY_SEED choose others, MONEY_PATH only the one that has failed. */
export function chosenHistories(histories: number, seed = 20_261_128): Played {
  const { MONEY_RUNS, MONEY_SEED, MONEY_PATH } = process.env
  return {
    histories: Number(MONEY_RUNS ?? histories),
    seed: Number(MONEY_SEED ?? seed),
    path: MONEY_PATH,
  }
}

/** Near the end of a month, in summer and in winter. */
const beginning = fc.record({
  month: fc.nat(11),
  daysLeft: fc.integer({ min: 0, max: 2 }),
  hour: fc.nat(23),
})

/** While one history waits for the database or the provider, another one goes on. */
const lanes = 2

/** @throws what the first history that fails has found; fast-check names its seed and path */
export async function playMoneyHistories(played: Played): Promise<Reached> {
  const reached = nothingReached(Object.keys(acts))
  const { seed, histories, path, examples = [] } = played
  const shares =
    path === undefined
      ? Array.from({ length: Math.min(lanes, histories) }, (_, lane) => ({
          seed: seed + lane,
          histories: Math.ceil((histories - lane) / lanes),
          examples: lane === 0 ? examples : [],
        }))
      : [played]
  const ended = await Promise.allSettled(shares.map((share) => playLane(share, reached)))
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  return reached
}

/** Who bears lost disputes, and what contains VAT: as many histories have each. */
async function playLane(
  { seed, histories, path, examples = [] }: Played,
  reached: Reached,
): Promise<void> {
  const vat = {
    mode: 'none' as VatMode,
    rates: [{ from: null, value: 2_000 }],
    numbers: [{ from: null, value: 'GB123456789' }],
  }
  const settings = { payoutSchedule: { interval: 'daily' }, vat } as const
  await using ofPlatform = openEmptiedApps({ ...settings, disputesChargedTo: 'platform' })
  await using ofArtists = openEmptiedApps({ ...settings, disputesChargedTo: 'artist' })
  const apps = { platform: ofPlatform, artist: ofArtists }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('platform', 'artist'),
      anyHistory,
      fc.constantFrom(...vatModes),
      beginning,
      async (chargedTo, steps, mode, begun) => {
        vat.mode = mode
        const market = await openMarket(await apps[chargedTo].next(), begun)
        for (const step of steps) await take(market, step)
        await closeTheDay(market)
        expect(await closedDayProblems(market.app)).toEqual([])
        expect(await statementDifferences(market.app)).toEqual([])
        await countReached(market, steps, reached)
      },
    ),
    {
      seed,
      numRuns: histories,
      endOnFailure: true,
      examples: examples.map((steps) => [
        'artist',
        steps,
        'fee',
        { month: 0, daysLeft: 2, hour: 9 },
      ]),
      ...(path === undefined ? {} : { path }),
    },
  )
}
