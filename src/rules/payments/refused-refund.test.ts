import { expect, test } from 'vitest'
import { outcomeOfRefused, type RefusedRefund } from './refused-refund.ts'

/** A refund of £5.70 of a payment of £9.20, of which nothing has gone back. */
const refused: RefusedRefund = {
  pence: 570,
  paidPence: 920,
  own: null,
  unknown: [],
  unrefundedPence: 920,
  dispute: null,
}
const found = (pence: number, providerId = `re_${pence}`) => ({ providerId, pence })
const disputed = (state: 'open' | 'lost', pence: number, settledPence = 0) => ({
  dispute: { disputeId: 'dp_1', state, pence, settledPence },
})

test.each<[what: string, charge: Partial<RefusedRefund>, outcome: unknown]>([
  ['nothing has happened', {}, null],
  ['it was made', { own: found(570, 're_own') }, { kind: 'made', providerId: 're_own' }],
  [
    'it was made, and disputed',
    { own: found(570), ...disputed('open', 920) },
    { kind: 'made', providerId: 're_570' },
  ],
  [
    'the same was refunded by hand, after something else',
    { unknown: [found(200), found(570), found(570, 're_later')], unrefundedPence: 0 },
    { kind: 'made', providerId: 're_570' },
  ],
  [
    'another amount was refunded by hand',
    { unknown: [found(569)], unrefundedPence: 351 },
    { kind: 'differs' },
  ],
  [
    'less was refunded by hand, and it is refused for another reason',
    { unknown: [found(350)], unrefundedPence: 570 },
    null,
  ],
  [
    'less can be refunded than it is, and nobody has refunded any by hand',
    { unrefundedPence: 351 },
    null,
  ],
  ['it is disputed', disputed('open', 920), { kind: 'disputed', disputeId: 'dp_1' }],
  ['the whole is lost', disputed('lost', 920, 350), { kind: 'lost', disputeId: 'dp_1' }],
  [
    'the whole is lost, and nothing is settled by that yet',
    disputed('lost', 920),
    { kind: 'lost', disputeId: 'dp_1' },
  ],
  ['its amount is lost', disputed('lost', 570), { kind: 'lost', disputeId: 'dp_1' }],
  ['the rest is its amount', disputed('lost', 920 - 1, 349), { kind: 'lost', disputeId: 'dp_1' }],
  ['its amount was lost for another one', disputed('lost', 570, 570), { kind: 'differs' }],
  ['more is lost', disputed('lost', 571), { kind: 'differs' }],
])('of a refund that is refused while %s', (_what, charge, outcome) => {
  expect(outcomeOfRefused({ ...refused, ...charge })).toEqual(outcome)
})
