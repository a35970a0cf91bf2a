import { expect, test } from 'vitest'
import { tellAdmin, tellArtist } from './bank-dispute-texts.ts'

const disputed = {
  pence: 1250,
  until: '2026-12-04T12:30:00.000Z',
  bankDisputeId: 'd1',
} as const

test.each([
  ['inquiry', 'A bank asks about a payment of £12.50.', true],
  ['open', 'A payment of £12.50 is disputed at the bank.', true],
  ['lost', 'A bank dispute of £12.50 was lost.', false],
  ['won', 'A bank dispute of £12.50 was won.', false],
] as const)(
  'of a bank dispute that is %s admins read: %s Only one that can be answered has a deadline',
  (bankDispute, sentence, canBeAnswered) => {
    const told = tellAdmin({ ...disputed, bankDispute })
    expect(told.sentence).toBe(sentence)
    expect(told.path).toBe('/admin/bank-disputes/d1')
    expect(told.addition.includes('Please send evidence by 4 December at 12:30.')).toBe(
      canBeAnswered,
    )
  },
)

test('admins read what became of the money, and of a deadline that is not known nothing', () => {
  const additionOf = (bankDispute: 'open' | 'lost' | 'won') =>
    tellAdmin({ pence: 1250, bankDispute }).addition
  expect([additionOf('open'), additionOf('lost'), additionOf('won')]).toEqual([
    '',
    'The customer has the money. If it was for a commission, decide about that.',
    'The money is back.',
  ])
  expect(tellAdmin({ pence: 1250 }).path).toBe('/admin/bank-disputes')
})

test.each([
  [
    { bankDispute: 'open' },
    'The payment for “Skylark” is disputed at the customer’s bank.',
    'What was not transferred yet waits until the bank has decided.',
  ],
  [
    { bankDispute: 'won' },
    'The bank dispute about “Skylark” was won.',
    'Transfers that waited for it go on.',
  ],
  [
    { bankDispute: 'lost', keepsShare: false },
    'The bank dispute about “Skylark” was lost.',
    'The customer has the money back, and we take your share back.',
  ],
  [
    { bankDispute: 'lost', keepsShare: true },
    'The bank dispute about “Skylark” was lost.',
    'The customer has the money back. You keep your share.',
  ],
  // As it was told when artists never bore a lost one.
  [
    { bankDispute: 'lost' },
    'The bank dispute about “Skylark” was lost.',
    'The customer has the money back. You keep your share.',
  ],
] as const)('of a bank dispute with %j the artist reads: %s %s', (details, sentence, addition) => {
  expect(tellArtist(details, '“Skylark”')).toEqual({
    sentence,
    addition,
    path: '/artist-dashboard/sales',
    pathLabel: 'See your sales',
  })
})
