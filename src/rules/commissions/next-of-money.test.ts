import { expect, test } from 'vitest'
import type { TransferState } from '../payments/transfer-states.ts'
import { next, step } from './example-next.ts'
import type { NextStep } from './whose-turn.ts'

type Turn = [actor: NextStep['actor'], artist: string, admin: string]
const approved = 'The track is approved'

/** Of those that are not sent. */
const transferTurns: Record<
  Exclude<TransferState, 'owed' | 'sent' | 'settled' | 'netted' | 'written_off'>,
  Turn
> = {
  account: [
    'artist',
    'Finish your payment account, then the money is sent.',
    'Rosa finishes the payment account, then the money is sent.',
  ],
  checked: [
    'nobody',
    `${approved}, and the money is sent to you once the card provider has checked the payment account.`,
    `${approved}, and the money is sent to Rosa once the card provider has checked the payment account.`,
  ],
  held: [
    'admin',
    `${approved}. Our team looks into a question, and then decides about the money.`,
    'The money for Rosa is held: please decide.',
  ],
  disputed: [
    'nobody',
    `${approved}, and the customer disputes the payment at the bank: the money is sent to you if the payment stands.`,
    `${approved}, and the customer disputes the payment at the bank: the money is sent to Rosa if the payment stands.`,
  ],
  failed: [
    'admin',
    `${approved}. The card provider refuses to send the money, and our team looks into it.`,
    'The card provider refuses to send the money to Rosa: please see to it.',
  ],
  refused: [
    'nobody',
    `${approved}, and sending the money to you is tried again: the card provider answered with an error.`,
    `${approved}, and sending the money to Rosa is tried again: the card provider answered with an error.`,
  ],
  on_its_way: [
    'nobody',
    `${approved}, and the money is sent to you. The card provider has not confirmed it yet.`,
    `${approved}, and the money is sent to Rosa. The card provider has not confirmed it yet.`,
  ],
}

test.each(Object.entries(transferTurns))(
  'while a transfer is %s, the artist and the admins read who acts, and the customer that the track is there',
  (state, [actor, artist, admin]) => {
    for (const status of ['approved', 'cron_pending'] as const) {
      // A key of the table above.
      const transfer = { transfer: state as TransferState }
      expect(next(status, 'artist', transfer)).toEqual(step(actor, null, artist))
      expect(next(status, 'admin', transfer)).toEqual(step(actor, null, admin))
      expect(next(status, 'customer')).toEqual(
        step('nobody', null, 'The track is yours: it is in My Tracks.'),
      )
    }
  },
)

test.each(['cancelled', 'rejected_by_artist'] as const)(
  'of one that is %s the money on its way back is said, and who settles what did not arrive',
  (status) => {
    const returning = { refund: 'returning' } as const
    expect(next(status, 'customer', returning)).toEqual(
      step(
        'nobody',
        null,
        'Your money is on its way back to your card. You do not have to do anything.',
      ),
    )
    for (const viewer of ['artist', 'admin'] as const)
      expect(next(status, viewer, returning)).toEqual(
        step('nobody', null, 'The money is on its way back to Mia.'),
      )
    const disputed = { refund: 'disputed' } as const
    expect(next(status, 'customer', disputed)).toEqual(
      step(
        'nobody',
        null,
        'You dispute the payment at your bank, which decides who gets the money.',
      ),
    )
    expect(next(status, 'admin', disputed)).toEqual(
      step(
        'nobody',
        null,
        'Mia disputes the payment at the bank, which decides who gets the money.',
      ),
    )
    const failed = { refund: 'failed' } as const
    expect(next(status, 'customer', failed)).toEqual(
      step(
        'admin',
        null,
        'Your money could not be sent back to your card. Our team sees to it that you get it.',
      ),
    )
    expect(next(status, 'admin', failed)).toEqual(
      step('admin', null, 'The money could not be sent back to Mia: please see to it.'),
    )
  },
)

test.each(['approved', 'cron_pending', 'completed'] as const)(
  'of one that is %s for a part of its price, the part that goes back is said as well',
  (status) => {
    const returning = { refund: 'returning' } as const
    const isYours = 'The track is yours: it is in My Tracks.'
    expect(next(status, 'customer', returning).text).toBe(
      `${isYours} A part of your money is on its way back to you.`,
    )
    expect(next(status, 'artist', returning)).toEqual(next(status, 'artist'))
    const failed = { refund: 'failed' } as const
    expect(next(status, 'customer', failed)).toEqual(
      step(
        'admin',
        null,
        `${isYours} Your money could not be sent back to your card. Our team sees to it that you get it.`,
      ),
    )
    expect(next(status, 'admin', failed)).toEqual(
      step('admin', null, 'The money could not be sent back to Mia: please see to it.'),
    )
  },
)

test('an admin reads of a completed one that a part is still on its way back', () => {
  expect(next('completed', 'admin', { refund: 'returning' })).toEqual(
    step('nobody', null, 'The artist is paid, and a part of the money is on its way back to Mia.'),
  )
})

test('the artist and admins of a completed one read that all is done', () => {
  for (const viewer of ['artist', 'admin'] as const)
    expect(next('completed', viewer)).toEqual(step('nobody', null, 'All done.'))
})
