import { expect, test } from 'vitest'
import { next, step, viewers } from './example-next.ts'

const backToMia = 'Without a decision in time, the money goes back to Mia.'
const backToYou = 'Without a decision in time, the money goes back to you.'
const byTeam = 'Our team looks at this commission. Nothing happens until it has decided.'
const promised =
  'Our team decides about the dispute within 24 to 48 hours. The money stays where it is until then.'

test.each([
  [
    { isFrozen: true },
    'holdUntil',
    `${byTeam} ${backToYou}`,
    `${byTeam} ${backToMia}`,
    `This commission is frozen: please decide. ${backToMia}`,
  ],
  [
    { dispute: 'promised' },
    'disputeDecideBy',
    promised,
    promised,
    'A dispute is open: please decide.',
  ],
  [
    { dispute: 'late' },
    'holdUntil',
    `Our team is late with its decision about the dispute. ${backToYou}`,
    `Our team is late with its decision about the dispute. ${backToMia}`,
    `A dispute is open, and its decision is late: please decide. ${backToMia}`,
  ],
  [
    { dispute: 'ending' },
    'holdUntil',
    `Our team decides about the dispute. ${backToYou}`,
    `Our team decides about the dispute. ${backToMia}`,
    `A dispute is open: please decide. ${backToMia}`,
  ],
] as const)(
  'with %j everybody reads that the team acts, by when, and what becomes of the money',
  (changes, deadline, customer, artist, admin) => {
    const texts = { customer, artist, admin }
    for (const viewer of viewers)
      expect(next('delivered', viewer, changes)).toEqual(step('admin', deadline, texts[viewer]))
    // A freeze comes before a dispute.
    const frozen = { ...changes, isFrozen: true }
    expect(next('delivered', 'artist', frozen).text).toBe(`${byTeam} ${backToMia}`)
  },
)

test('of a frozen payment nothing is held yet, and it is still recorded', () => {
  const frozen = { isFrozen: true }
  for (const viewer of ['customer', 'artist'] as const)
    expect(next('accepted', viewer, frozen)).toEqual(
      step(
        'admin',
        null,
        'Our team looks at this commission. The payment that is being processed is still recorded; nothing else happens until our team has decided.',
      ),
    )
  expect(next('accepted', 'admin', frozen)).toEqual(
    step('admin', null, 'This commission is frozen: please decide.'),
  )
})

test('an artist is asked for the own side of a dispute, with its deadline, while the team may decide at any time', () => {
  const asked = { dispute: 'promised', isAnswerAwaited: true } as const
  expect(next('delivered', 'artist', asked)).toEqual(
    step('artist', 'disputeAnswerBy', 'Say your side of the dispute. Our team then decides.'),
  )
  for (const viewer of ['customer', 'admin'] as const)
    expect(next('delivered', viewer, asked)).toEqual(
      next('delivered', viewer, { dispute: 'promised' }),
    )
  // Nobody can answer while it is frozen.
  expect(next('delivered', 'artist', { ...asked, isFrozen: true }).actor).toBe('admin')
})
