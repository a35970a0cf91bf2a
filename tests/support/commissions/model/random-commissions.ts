// Random histories of commissions: what both parties, an admin, the card provider and the time do.

import fc from 'fast-check'
import type { Failpoint } from '#server/clock-and-failpoints/failpoints.ts'
import type { Decision } from './commission-model.ts'

/** What the site meets while it does it. */
export type Trouble =
  | { kind: 'failpoint'; moment: 'before' | 'after' }
  /** Requests to the card provider fail, by this seed. */
  | { kind: 'faults'; seed: number }
  /** Jobs fail at these places. */
  | { kind: 'jobs'; failpoints: readonly Failpoint[] }

const partySteps = [
  'accept',
  'reject',
  'withdraw',
  'artistWithdraw',
  'upload',
  'requestChanges',
  'approve',
  'dispute',
  'answerDispute',
  'endDispute',
  'giveUp',
  'cancelOverdue',
] as const
export type PartyStep = (typeof partySteps)[number]

/** `later` and `never`: complete, and the bank decides later. */
export const cards = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  later: '4000000000001091',
  never: '4000000000001109',
} as const
export type Card = keyof typeof cards | 'abandoned'

type OfCommission = { commission: number }
export type Command = (
  | { do: 'request'; customer: number; artist: number }
  | ({ do: PartyStep } & OfCommission)
  | ({ do: 'pay'; card: Card } & OfCommission)
  | ({ do: 'bank' } & OfCommission)
  | ({ do: 'decide'; outcome: Decision } & OfCommission)
  | ({ do: 'freeze' | 'unfreeze' } & OfCommission)
  | { do: 'ban' | 'unban'; user: number }
  | { do: 'release'; artist: number }
  /** To the next deadline, so many seconds before or after it. */
  | { do: 'wait'; seconds: number }
  | { do: 'pass'; hours: number }
  /** The provider's events arrive, several times and out of order; everything runs that is due. */
  | { do: 'hear' }
) & { trouble: Trouble | null }

const failpoints = [
  'event.commit',
  'confirm.commit',
  'decline.commit',
  'pay.commit',
  'pay.read',
  'close.call',
  'close.commit',
  'expire.commit',
  'approveSilently.commit',
  'endUnfinished.commit',
  'holdTooLong.commit',
  'deliver.commit',
  'transfer.claim',
  'transfer.send',
  'transfer.record',
  'refund.claim',
  'refund.send',
  'refund.record',
] as const
const jobFailpoints: readonly Failpoint[] = failpoints.flatMap(
  (name) => [`before ${name}`, `after ${name}`] as const,
)

const trouble: fc.Arbitrary<Trouble | null> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('failpoint' as const),
      moment: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('faults' as const), seed: fc.nat(9999) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jobs' as const),
      failpoints: fc.uniqueArray(fc.constantFrom(...jobFailpoints), { minLength: 1, maxLength: 4 }),
    }),
  },
)

/** The latest one is the most likely to be at the beginning of its life. */
const commission = fc.oneof(fc.constant(-1), fc.nat(5))
const customer = fc.nat(1)
const artist = fc.integer({ min: 2, max: 3 })
const of = <Name extends string>(name: Name) => fc.constant(name)
const card = fc.constantFrom<Card>('paid', 'paid', 'later', 'never', 'declined', 'abandoned')
const outcome = fc.constantFrom<Decision>('release', 'partial', 'refund', 'extra_revision')

const anyCommand = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: of('request'), customer, artist, trouble }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constantFrom(...partySteps), commission, trouble }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('pay'), card, commission, trouble }) },
  { weight: 1, arbitrary: fc.record({ do: of('bank'), commission, trouble }) },
  { weight: 2, arbitrary: fc.record({ do: of('decide'), outcome, commission, trouble }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('freeze', 'unfreeze'), commission, trouble }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('ban', 'unban'), user: fc.nat(3), trouble }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('release'), artist, trouble }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: of('wait'), seconds: fc.integer({ min: -1, max: 1 }), trouble }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: of('pass'), hours: fc.integer({ min: 1, max: 400 }), trouble }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('hear'), trouble }) },
) as fc.Arbitrary<Command>

const latest = { commission: -1, trouble: null }

/** Single random commands rarely lead to a delivery: this goes that far, and is disturbed on the way. */
const delivered = fc
  .record({ customer, artist, card, between: fc.array(anyCommand, { maxLength: 2 }) })
  .map(({ customer: by, artist: to, card: paidBy, between }): Command[] => [
    { do: 'request', customer: by, artist: to, trouble: null },
    { do: 'accept', ...latest },
    { do: 'pay', card: paidBy, ...latest },
    ...between,
    { do: 'bank', ...latest },
    { do: 'hear', trouble: null },
    { do: 'upload', ...latest },
  ])

const maxCommands = 50

export const anyHistory: fc.Arbitrary<Command[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: anyCommand.map((one) => [one]) },
      { weight: 1, arbitrary: delivered },
    ),
    { minLength: 8, maxLength: maxCommands, size: 'max' },
  )
  .map((parts) => parts.flat().slice(0, maxCommands))
