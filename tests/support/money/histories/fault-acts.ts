// Of random histories: what goes wrong. Answers of the card provider are lost or are refusals, an error ends the app's work
// at a failpoint, and events are lost, arrive often, and in another order.

import fc from 'fast-check'
import {
  failpointNames,
  type Action,
  type Failpoint,
} from '#server/clock-and-failpoints/failpoints.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { seededRandom } from '../../../../sandbox/state/seeded-random.ts'
import { failNextRequest, signedDelivery } from '../../shopping.ts'
import { shuffled } from '../disorder.ts'
import { act, type Acts } from './act.ts'
import type { Market } from './market.ts'

const faults = ['reset', 'cut', '500', '429', 'stored-500', 'done-stored-500'] as const
const paths = ['checkout/sessions', 'transfers', 'reversals', 'refunds', 'payouts', 'disputes', '']
const sent = ['sendTransfer', 'sendReversal', 'sendRefund'] as const
const lostShare = 0.25
const maxCopies = 3

/** Steps of a commission's work that no history takes through the app. */
const untaken =
  /^(accept|reject|withdraw|lapse|upload|deliver|refuse|changes|dispute|message|preview)\./
const failpoints = failpointNames.filter((name) => !untaken.test(actionOf(name)))

function actionOf(name: Failpoint): Action {
  return name.split(' ')[1] as Action
}

export const faultActs: Acts = {
  fault: act(
    3,
    fc.record({
      fault: fc.constantFrom(...faults),
      path: fc.constantFrom(...paths),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    async (market, { fault, path, times }) => {
      for (let time = 0; time < times; time++) await failNextRequest(market.app, fault, path)
      market.faults += times
    },
  ),
  // The provider answers so late that the app has given up: it has made what it was asked for, or not.
  hang: act(
    2,
    fc.record({ call: fc.constantFrom(...sent), isMade: fc.boolean() }),
    async (market, { call, isMade }) => {
      failOnce(market, call, {
        isMade,
        error: new PaymentUnknown('The provider has not answered in time.'),
      })
    },
  ),
  refuse: act(2, fc.record({ call: fc.constantFrom(...sent) }), async (market, { call }) => {
    failOnce(market, call, { isMade: false, error: new PaymentRefused('odd', 'Not now.') })
  }),
  throw: act(4, fc.record({ at: fc.constantFrom(...failpoints) }), async (market, { at }) => {
    void market.app.failpoints.arm(at, 'throw').then(() => market.thrown++)
  }),
  events: act(6, fc.record({ seed: fc.nat() }), deliverEvents),
}

type Failure = { isMade: boolean; error: Error }

/** The next call fails, and those after it are as before. */
function failOnce(
  { app: { payments }, unplan }: Market,
  name: (typeof sent)[number],
  { isMade, error }: Failure,
): void {
  const { [name]: respond } = payments
  unplan.unshift(() => Object.assign(payments, { [name]: respond }))
  Object.assign(payments, {
    async [name](asked: never) {
      Object.assign(payments, { [name]: respond })
      if (isMade) await respond(asked)
      throw error
    },
  })
}

type Event = { id: string }

/** Those since the last time: some are lost, the others come once or several times, in any order. */
async function deliverEvents(market: Market, { seed }: { seed: number }): Promise<void> {
  const random = seededRandom(seed)
  const { snapshot, thin } = (await market.app.sandbox.control('GET events')) as {
    snapshot: Event[]
    thin: Event[]
  }
  const due = [
    ...snapshot.map((event) => ({ endpoint: 'snapshot' as const, event })),
    ...thin.map((event) => ({ endpoint: 'thin' as const, event })),
  ]
    .filter(({ event }) => !market.events.has(event.id))
    .flatMap((delivery) => {
      market.events.add(delivery.event.id)
      const copies = random() < lostShare ? 0 : 1 + Math.floor(random() * maxCopies)
      if (copies === 0) market.lost++
      return Array.from({ length: copies }, () => delivery)
    })
  for (const { endpoint, event } of shuffled(due, random)) {
    const thrownBefore = market.thrown
    const { statusCode } = await signedDelivery(market.app, endpoint, event)
    if (statusCode !== 200 && market.thrown === thrownBefore)
      throw new Error(`An event was answered ${statusCode}.`)
  }
}
