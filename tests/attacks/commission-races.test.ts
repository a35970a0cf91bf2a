// Two who act on one commission at the same moment, in whatever order it happens, while the card provider fails now and
// then, and its events arrive several times, late and out of order.

import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { seededRandom } from '../../sandbox/state/seeded-random.ts'
import { runJob } from '../support/commissions/paying.ts'
import {
  openRaceFixture,
  unavailable,
  type Checkout,
  type RaceFixture,
  type Prepared,
} from '../support/commissions/races/race-fixture.ts'
import { approve, type Side } from '../support/commissions/races/race-sides.ts'
import { endOf } from '../support/commissions/races/run-race.ts'
import { races, type Race } from '../support/commissions/races/races.ts'
import { openDisorder } from '../support/money/disorder.ts'
import { commissionInvariants, moneyInvariants } from '../support/money/invariant-problems.ts'
import { moneyProblems } from '../support/money/money-problems.ts'

const seed = 20_261_124
const pairs = 20
/** Both sides begin within so many milliseconds. */
const togetherMs = 40
const workers = 2

type Snapshot = { objects: { transfer: { amount: number }[] } }

test.each(races)(
  `of ${pairs} times $name, each ends as if one had come first (seed ${seed})`,
  async (race) => {
    await using fixture = await openRaceFixture()
    const all: Prepared[] = []
    for (let count = 0; count < pairs; count++) all.push(await race.prepare(fixture))
    const unruly = await openUnruly(fixture)
    const answers = await runAll(unruly.fixture, race, all)
    await unruly.calm()
    for (const { prepared, codes } of answers) {
      // Whoever was told that the provider does not respond tries again.
      for (const side of [0, 1] as const)
        if (codes[side] === unavailable) codes[side] = await race.sides[side].act(fixture, prepared)
    }
    await goOn(fixture)
    for (const { prepared, codes } of answers) {
      const result = { codes, ...(await fixture.resultOf(prepared)) }
      expect(race.ends.map((end) => endOf(end, result))).toContainEqual(result)
    }
    expect(await problemsOf(fixture)).toEqual([])
  },
)

/** All at once, and both sides of each. */
async function runAll(fixture: RaceFixture, race: Race, all: Prepared[]) {
  const random = seededRandom(seed)
  const begin = async (side: Side, prepared: Prepared, index: number) => {
    await setTimeout(random() * togetherMs)
    if (!side.isOfClock) return side.act(fixture, prepared)
    // The timers of two workers take the steps of all.
    return index < workers ? side.act(fixture, all.at(-1) ?? prepared) : 'done'
  }
  return Promise.all(
    all.map(async (prepared, index) => {
      const [one, other] = race.sides
      const codes: [string, string] = await Promise.all([
        begin(one, prepared, index),
        begin(other, prepared, index),
      ])
      return { prepared, codes }
    }),
  )
}

/** The same fixture, whose provider fails now and then. */
async function openUnruly(fixture: RaceFixture) {
  const provider = await openDisorder(fixture.app, { seed })
  const receive = async ({ paymentId, sessionId }: Checkout) => {
    await provider.deliver()
    // The job of the event runs again.
    await fixture
      .run('check_payment', { paymentId, sessionId, eventId: 'evt_unruly' })
      .catch((error: unknown) => {
        if (!(error instanceof PaymentUnknown)) throw error
      })
    return 'done'
  }
  return {
    fixture: { ...fixture, receive },
    async calm() {
      await provider.calm()
      await goOn(fixture)
    },
  }
}

/** After the longest pause before another attempt. */
async function goOn({ app }: RaceFixture): Promise<void> {
  await app.clock.move({ hours: 25 })
  for (let round = 0; round < 2; round++) {
    await app.letTimePass()
    await runJob(app, 'reconcile_payments')
    await runJob(app, 'apply_commission_deadlines')
  }
}

async function problemsOf({ app }: RaceFixture): Promise<string[]> {
  return [
    ...(await moneyProblems(app)),
    ...(await moneyInvariants(app)),
    ...(await commissionInvariants(app)),
  ]
}

test(`100 approvals with as many requests for the transfer, and two workers, make one transfer (seed ${seed})`, async () => {
  await using fixture = await openRaceFixture()
  const { app, mia } = fixture
  const id = await fixture.payForDelivery()
  const prepared = await fixture.preparedOf(id)
  const unruly = await openUnruly(fixture)
  const calls = Array.from({ length: 100 }, () => [
    approve.act(fixture, prepared),
    fixture.call('POST /api/commission/approve-and-payout', {
      as: mia,
      send: { commissionId: id },
    }),
  ]).flat()
  const answering = new AbortController()
  const work = async () => {
    do await app.work()
    while (!answering.signal.aborted)
  }
  const working = Array.from({ length: workers }, work)
  const codes = await Promise.all(calls)
  answering.abort()
  await Promise.all(working)
  await unruly.calm()
  const approvals = codes.filter((_, at) => at % 2 === 0)
  expect(approvals.filter((code) => code === 'done')).toHaveLength(1)
  expect(new Set(approvals)).toEqual(new Set(['done', 'commission_moved']))
  expect(await fixture.resultOf(prepared)).toMatchObject({ status: 'completed', transfers: [4000] })
  const { objects } = (await app.sandbox.control('GET snapshot')) as Snapshot
  expect(objects.transfer.map(({ amount }) => amount)).toEqual([4000])
  expect(await problemsOf(fixture)).toEqual([])
})
