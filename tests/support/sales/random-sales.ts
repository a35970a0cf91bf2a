// Random histories of selling: orders of two artists' tracks, commissions at every stage, and what keeps money from being
// sent. Both artists' sales are compared with the ledger before and after the jobs run, and at the end.

import fc from 'fast-check'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import type { SaleState } from '#rules/sales/sale-process.ts'
import { createAdmin } from '../access/admin-user.ts'
import { createCommissionArtist, readStored } from '../commissions/stored-commission.ts'
import { openEmptiedApps } from '../shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { expectSalesEqualLedger } from './sales-equal-ledger.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  sellTracks,
} from './selling.ts'

export type Step =
  | { do: 'sell'; tracks: readonly { artist: number; pricePence: number }[] }
  | { do: 'commission'; artist: number }
  | { do: 'approve' | 'giveUp'; commission: number }
  | { do: 'part'; commission: number; partPence: number }
  | { do: 'unready' | 'ready' | 'hold' | 'release'; artist: number }
  | { do: 'provider'; answer: Answer }
  | { do: 'pass'; days: number }
  | { do: 'work' }
type Answer = 'made' | 'unknown' | 'refused'

const artist = fc.nat(1)
const commission = fc.nat(5)
const of = <Name extends Step['do']>(name: Name) => fc.constant(name)
const track = fc.record({ artist, pricePence: fc.constantFrom(0, 1, 50, 99, 333, 500, 1999) })

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: of('sell'), tracks: paidTracks() }) },
  { weight: 3, arbitrary: fc.record({ do: of('commission'), artist }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('approve', 'giveUp'), commission }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: of('part'),
      commission,
      partPence: fc.integer({ min: 1, max: 3999 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('unready', 'ready', 'hold', 'release'), artist }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('provider'),
      answer: fc.constantFrom<Answer>('made', 'unknown', 'refused'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('pass'), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ do: of('work') }) },
)

/** At least 30 pence, with the fees: less cannot be paid by card. */
function paidTracks() {
  const paid = track.filter(({ pricePence }) => pricePence >= 50)
  return fc
    .tuple(paid, fc.array(track, { maxLength: 3 }))
    .map(([first, others]) => [first, ...others])
}

const anyHistory = fc.array(anyStep, { minLength: 6, maxLength: 14, size: 'max' })

export type Reached = Partial<Record<SaleState, number>>

/** Returns how often a sale was seen in each state. @throws with the seed and the shortest history that differs */
export async function playRandomSales({
  seed,
  histories,
}: {
  seed: number
  histories: number
}): Promise<Reached> {
  const reached: Reached = {}
  const note = (counts: Reached) => {
    for (const [state, count] of Object.entries(counts) as [SaleState, number][])
      reached[state] = (reached[state] ?? 0) + count
  }
  await using apps = openEmptiedApps()
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      const stage = await openStage(await apps.next())
      const compare = async () => {
        for (const one of stage.artists) note(await expectSalesEqualLedger(stage.app, one))
      }
      for (const step of steps) {
        if (step.do === 'work') await compare()
        await take(stage, step)
      }
      await compare()
    }),
    { seed, numRuns: histories },
  )
  return reached
}

type Stage = {
  app: TestApp
  artists: TestUser[]
  customer: TestUser
  admin: TestUser
  commissionIds: string[]
  sendTransfer: TestApp['payments']['sendTransfer']
}

async function openStage(app: TestApp): Promise<Stage> {
  const places = { commission_places: 20 }
  const artists = [
    await createCommissionArtist(app, places),
    await createCommissionArtist(app, places),
  ]
  const { sendTransfer } = app.payments
  return {
    app,
    artists,
    customer: await createUser(app),
    admin: await createAdmin(app),
    commissionIds: [],
    sendTransfer,
  }
}

async function take(stage: Stage, step: Step): Promise<void> {
  const { app, artists, customer } = stage
  switch (step.do) {
    case 'sell':
      return sell(stage, step)
    case 'commission': {
      const parties = { customer, artist: userOf(artists, step.artist) }
      return void stage.commissionIds.push(await holdCommission(app, parties))
    }
    case 'approve':
    case 'giveUp':
    case 'part':
      return decide(stage, step)
    case 'unready':
    case 'ready':
    case 'hold':
    case 'release':
      return hinder(stage, step)
    case 'provider':
      app.payments.sendTransfer = answers[step.answer] ?? stage.sendTransfer
      return
    case 'pass':
      return app.clock.move({ days: step.days })
    case 'work':
      await app.letTimePass()
      await app.work()
  }
}

/** Only the tracks of artists who can be paid are for sale. */
async function sell(
  { app, artists, customer }: Stage,
  { tracks }: Extract<Step, { do: 'sell' }>,
): Promise<void> {
  const ready = await app.db
    .selectFrom('payment_accounts')
    .select('user_id')
    .where('payouts_enabled', '=', true)
    .execute()
  const sold = tracks
    .map(({ artist: at, ...sale }) => ({ artist: userOf(artists, at), ...sale }))
    .filter((one) => ready.some(({ user_id: id }) => id === one.artist.id))
  // Otherwise it is too little for a card.
  if (sold.some(({ pricePence }) => pricePence >= 50)) await sellTracks(app, customer, sold)
}

const answers: Partial<Record<Answer, TestApp['payments']['sendTransfer']>> = {
  unknown: () => Promise.reject(new PaymentUnknown('no answer')),
  refused: () => Promise.reject(new PaymentRefused('odd', 'no')),
}

/** One that is not held any more stays as it is. */
async function decide(
  { app, admin, commissionIds }: Stage,
  step: Extract<Step, { do: 'approve' | 'giveUp' | 'part' }>,
): Promise<void> {
  const id = commissionIds.at(step.commission % Math.max(1, commissionIds.length))
  if (id === undefined || (await readStored(app, id)).status !== 'in_progress') return
  if ('partPence' in step) await approvePart(app, admin, { id, partPence: step.partPence })
  else if (step.do === 'approve') await approveCommission(app, id)
  else await giveCommissionUp(app, id)
}

async function hinder(
  { app, artists, admin }: Stage,
  step: Extract<Step, { artist: number; do: 'unready' | 'ready' | 'hold' | 'release' }>,
): Promise<void> {
  const { id } = userOf(artists, step.artist)
  const isReady = step.do === 'ready'
  if (isReady || step.do === 'unready') {
    await app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled: isReady })
      .where('user_id', '=', id)
      .execute()
    return
  }
  const reason = step.do === 'hold' ? { reason: 'We look into it.' } : {}
  const response = await app.call(`POST /api/proxy/admin/users/${id}/${step.do}-transfers`, {
    as: admin,
    send: { ...reason, note: 'A copy.' },
  })
  if (response.statusCode !== 200) throw new Error(`Not done: ${response.body}`)
}

function userOf(users: readonly TestUser[], at: number): TestUser {
  const user = users[at]
  if (!user) throw new Error(`There is no artist ${at}.`)
  return user
}
