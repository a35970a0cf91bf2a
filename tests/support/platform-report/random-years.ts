// Random histories of two artists over some years: what they sell, and what goes back of it, at any time later.

import fc from 'fast-check'
import { createAdmin } from '../access/admin-user.ts'
import { createCommissionArtist } from '../commissions/stored-commission.ts'
import { checkCharge, decideDispute, openDispute } from '../money/bank-disputes.ts'
import { giveBack } from '../money/giving-back.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  sellTracks,
} from '../sales/selling.ts'
import { openEmptiedApps } from '../shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { expectReportEqualsLedger, renewReport } from './report-equals-ledger.ts'

type Step =
  | { do: 'sell'; prices: readonly [number, number] }
  | { do: 'commission'; artist: number; end: 'approve' | 'part' | 'giveUp' | 'hold' }
  | { do: 'refund'; sale: number; share: number }
  | { do: 'dispute'; sale: number; outcome: 'lost' | 'won' | 'won after all' }
  | { do: 'pass'; days: number }

const sale = fc.nat(20)
const of = <Name extends Step['do']>(name: Name) => fc.constant(name)
const price = fc.constantFrom(1, 99, 333, 500, 1999)

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: of('sell'), prices: fc.tuple(price, price) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: of('commission'),
      artist: fc.nat(1),
      end: fc.constantFrom('approve', 'part', 'giveUp', 'hold'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: of('refund'), sale, share: fc.constantFrom(0.01, 0.5, 1, 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('dispute'),
      sale,
      outcome: fc.constantFrom('lost', 'won', 'won after all'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: of('pass'), days: fc.integer({ min: 1, max: 100 }) }) },
)

/** Returns how many quarters of artists were compared. @throws with the seed and the shortest history that differs */
export async function playRandomYears(given: { seed: number; histories: number }): Promise<number> {
  let compared = 0
  await using apps = openEmptiedApps({ disputesChargedTo: 'artist' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 14, size: 'max' }),
      async (steps) => {
        const stage = await openStage(await apps.next())
        for (const step of steps) {
          await take(stage, step)
          await stage.app.work()
          // Each night; what is written of a quarter stays right.
          if (step.do === 'pass') await renewReport(stage.app)
        }
        await renewReport(stage.app)
        compared += await expectReportEqualsLedger(stage.app)
      },
    ),
    { seed: given.seed, numRuns: given.histories },
  )
  return compared
}

type Stage = { app: TestApp; artists: TestUser[]; customer: TestUser; admin: TestUser }

async function openStage(app: TestApp): Promise<Stage> {
  const artists = [
    await createCommissionArtist(app, { commission_places: 20 }),
    await createCommissionArtist(app, { commission_places: 20 }),
  ]
  return { app, artists, customer: await createUser(app), admin: await createAdmin(app) }
}

async function take(stage: Stage, step: Step): Promise<void> {
  const { app, artists, customer } = stage
  if (step.do === 'pass') return app.clock.move({ days: step.days })
  if (step.do === 'refund') return refund(stage, step)
  if (step.do === 'dispute') return dispute(stage, step)
  if (step.do === 'commission') return commission(stage, step)
  const tracks = artists.map((artist, at) => ({ artist, pricePence: step.prices[at] ?? 500 }))
  await sellTracks(app, customer, tracks, '4000000000000077')
}

async function commission(
  { app, artists, customer, admin }: Stage,
  { artist: at, end }: Extract<Step, { do: 'commission' }>,
): Promise<void> {
  const [first, second] = artists as [TestUser, TestUser]
  const id = await holdCommission(app, { customer, artist: at === 0 ? first : second })
  if (end === 'approve') await approveCommission(app, id)
  if (end === 'part') await approvePart(app, admin, { id, partPence: 1501 })
  if (end === 'giveUp') await giveCommissionUp(app, id)
}

async function findSale({ db }: TestApp, at: number) {
  const sales = await db
    .selectFrom('sales')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['sales.id', 'customer_pence', 'sales.refunded_pence', 'charge_id', 'sales.status'])
    .orderBy('sales.paid_at')
    .orderBy('sales.id')
    .execute()
  return sales[at % Math.max(1, sales.length)]
}

/** One that is held, disputed or has nothing left is refused, and stays as it is. */
async function refund(
  { app, admin }: Stage,
  { sale: at, share }: Extract<Step, { do: 'refund' }>,
): Promise<void> {
  const found = await findSale(app, at)
  if (!found || found.status === 'held') return
  const leftPence = found.customer_pence - found.refunded_pence
  const amount = (Math.max(1, Math.floor(leftPence * share)) / 100).toFixed(2)
  const { statusCode } = await giveBack(app, admin, found.id, { amount, leftPence })
  if (statusCode >= 500) throw new Error('The refund failed.')
}

/** A payment is disputed once. */
async function dispute(
  { app }: Stage,
  { sale: at, outcome }: Extract<Step, { do: 'dispute' }>,
): Promise<void> {
  const found = await findSale(app, at)
  if (!found?.charge_id || found.status === 'held' || found.refunded_pence > 0) return
  const { charge_id: charge } = found
  const former = await app.db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('bank_disputes.id')
    .where('charge_id', '=', charge)
    .executeTakeFirst()
  if (former) return
  const id = await openDispute(app, charge)
  await checkCharge(app, charge)
  await decideDispute(app, id, outcome === 'won' ? 'won' : 'lost')
  await checkCharge(app, charge)
  if (outcome !== 'won after all') return
  await app.clock.move({ days: 95 })
  await decideDispute(app, id, 'won')
  await checkCharge(app, charge)
}
