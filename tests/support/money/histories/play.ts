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

type Played = { seed: number; histories: number; path?: string | undefined }

/** MONEY_RUNS and MONEY_SEED choose others, MONEY_PATH only the one that has failed. */
export function chosenHistories(histories: number, seed = 20_261_128): Played {
  const { MONEY_RUNS, MONEY_SEED, MONEY_PATH } = process.env
  return {
    histories: Number(MONEY_RUNS ?? histories),
    seed: Number(MONEY_SEED ?? seed),
    path: MONEY_PATH,
  }
}

const reachable = [
  'refunds',
  'reversals',
  'disputes',
  'debts',
  'payouts',
  'vat',
  'returnedVat',
] as const
/** How many of each there were. */
type Reached = Record<(typeof reachable)[number], number>

/** Of a run of many histories: what none of them had. */
export function unreached({ histories }: Played, reached: Reached): string[] {
  return reachable.filter((name) => histories >= 20 && reached[name] === 0)
}

/** Who bears lost disputes, and what contains VAT: as many histories have each. */
export async function playMoneyHistories({ seed, histories, path }: Played): Promise<Reached> {
  const reached: Reached = {
    refunds: 0,
    reversals: 0,
    disputes: 0,
    debts: 0,
    payouts: 0,
    vat: 0,
    returnedVat: 0,
  }
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
      // The last one, so that a seed plays the same steps as before there was VAT.
      fc.constantFrom(...vatModes),
      async (chargedTo, steps, mode) => {
        vat.mode = mode
        const market = await openMarket(await apps[chargedTo].next())
        for (const step of steps) await take(market, step)
        await closeTheDay(market)
        expect(await closedDayProblems(market.app)).toEqual([])
        expect(await statementDifferences(market.app)).toEqual([])
        await count(market, reached)
      },
    ),
    { seed, numRuns: histories, endOnFailure: true, ...(path === undefined ? {} : { path }) },
  )
  return reached
}

async function count({ app: { db } }: Market, reached: Reached): Promise<void> {
  const rows = await Promise.all([
    db.selectFrom('refunds').select('id').where('status', '=', 'sent').execute(),
    db.selectFrom('reversals').select('id').where('status', '=', 'sent').execute(),
    db.selectFrom('bank_disputes').select('id').where('status', 'in', ['won', 'lost']).execute(),
    db.selectFrom('reversals').select('id').where('refused_at', 'is not', null).execute(),
    db.selectFrom('bank_payouts').select('id').where('status', '=', 'paid').execute(),
    db.selectFrom('sales').select('id').where('vat_pence', '>', 0).execute(),
    db.selectFrom('sales').select('id').where('vat_returned_pence', '>', 0).execute(),
  ])
  for (const [at, name] of reachable.entries()) reached[name] += rows[at]?.length ?? 0
}
