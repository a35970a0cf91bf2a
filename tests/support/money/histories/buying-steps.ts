// Random histories of buying: what customers and admins do, what the provider fails at, and when the app crashes.

import fc from 'fast-check'
import type { failNextRequest } from '../../shopping.ts'

type Fault = Parameters<typeof failNextRequest>[1]
export type Step =
  | { do: 'add' | 'remove'; customer: number; track: number }
  | { do: 'checkOut'; customer: number; tracks: readonly number[] }
  | { do: 'pay'; checkout: number; card: string }
  | { do: 'poll'; checkout: number }
  | { do: 'deliver'; checkout: number; times: number }
  | { do: 'fault'; fault: Fault; path: string; times: number }
  | { do: 'take-down' | 'put-back'; track: number }
  | { do: 'ban' | 'unban' | 'release'; artist: number }
  | { do: 'crash' | 'work' | 'retry' | 'reconcile' | 'expire' | 'pay-out' }

const goodCard = '4242424242424242'
const laterCard = '4000000000001091'
const neverCard = '4000000000001109'
const cards = [goodCard, goodCard, '4000000000000077', '4000000000000002', laterCard, neverCard]
const paths = ['/v1/checkout/sessions', '/v1/transfers', '/v1/refunds', '/v1/payment_intents']
const faults: Fault[] = ['reset', 'cut', '500', '429', 'stored-500', 'done-stored-500']

const customer = fc.nat(1)
const track = fc.nat(3)
const checkout = fc.nat(7)
const of = <Do extends Step['do']>(name: Do) => fc.constant(name)

const anyFault: fc.Arbitrary<Step> = fc.record({
  do: of('fault'),
  fault: fc.constantFrom(...faults),
  path: fc.constantFrom(...paths),
  times: fc.integer({ min: 1, max: 4 }),
})

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'remove' as const), customer, track }),
  fc.record({ do: of('checkOut'), customer, tracks: fc.uniqueArray(track, { minLength: 1 }) }),
  fc.record({ do: of('checkOut'), customer, tracks: fc.constant([0, 1]) }),
  fc.record({ do: of('pay'), checkout, card: fc.constantFrom(...cards) }),
  fc.record({ do: of('pay'), checkout, card: fc.constant(goodCard) }),
  fc.record({ do: of('poll'), checkout }),
  fc.record({ do: of('deliver'), checkout, times: fc.integer({ min: 1, max: 3 }) }),
  anyFault,
  fc.record({ do: fc.constantFrom('take-down' as const, 'put-back' as const), track }),
  fc.record({
    do: fc.constantFrom('ban' as const, 'unban' as const, 'release' as const),
    artist: fc.nat(1),
  }),
  fc.record({ do: fc.constantFrom('crash', 'work', 'retry', 'reconcile', 'expire', 'pay-out') }),
)

/** The checkout that was opened last. */
const latest = -1

/** Single random steps rarely pay anything. These pay once, or twice with a crash between, and may meet a fault while the money is sent. */
const purchase: fc.Arbitrary<Step[]> = fc
  .record({
    customer,
    tracks: fc.constantFrom([0, 1], [0, 2], [1, 2]),
    between: anyStep,
    isPaidTwice: fc.boolean(),
    fault: fc.option(anyFault),
  })
  .map(({ between, isPaidTwice, fault, ...bought }): Step[] => {
    const paid: Step[] = [
      { do: 'checkOut', ...bought },
      { do: 'pay', checkout: latest, card: goodCard },
    ]
    const sent: Step[] = [{ do: 'deliver', checkout: latest, times: 1 }, { do: 'work' }]
    return [
      ...paid,
      between,
      ...(isPaidTwice ? [{ do: 'crash' } as const, ...paid] : []),
      ...(fault === null ? [] : [fault, ...sent]),
    ]
  })

export const anyHistory: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.tuple(anyStep) }, { weight: 1, arbitrary: purchase }),
    {
      minLength: 8,
      maxLength: 16,
    },
  )
  .map((parts) => parts.flat())

/** A track is taken down while it is paid, and its artist banned before the other one's share has been sent. */
export const paidAndForbidden: Step[] = [
  { do: 'checkOut', customer: 0, tracks: [0, 1, 2] },
  { do: 'pay', checkout: latest, card: goodCard },
  { do: 'checkOut', customer: 1, tracks: [0, 1] },
  { do: 'take-down', track: 1 },
  { do: 'deliver', checkout: 0, times: 2 },
  { do: 'ban', artist: 1 },
  { do: 'reconcile' },
  { do: 'unban', artist: 1 },
  { do: 'work' },
]

/**
 * Two checkouts of one track, both paid after a crash. Both transfers and the refund lose their responses, also those of the
 * retry that the provider's package makes by itself. The second transfer is small: made twice, the charge would cover it.
 */
export const paidTwice: Step[] = [
  { do: 'add', customer: 0, track: 0 },
  { do: 'checkOut', customer: 0, tracks: [0] },
  { do: 'crash' },
  { do: 'checkOut', customer: 0, tracks: [0, 2] },
  { do: 'pay', checkout: 0, card: goodCard },
  { do: 'pay', checkout: 1, card: goodCard },
  { do: 'fault', fault: 'reset', path: '/v1/transfers', times: 4 },
  { do: 'fault', fault: 'done-stored-500', path: '/v1/refunds', times: 1 },
  { do: 'deliver', checkout: 1, times: 3 },
  { do: 'deliver', checkout: 0, times: 2 },
  { do: 'work' },
  { do: 'retry' },
]
