import { expect, test } from 'vitest'
import { commissionSpans } from './commission-spans.ts'
import type { RefundState } from './commissions/refund-states.ts'
import { commissionReasonText, meaningOfStatus, moneyLines } from './commission-texts.ts'

test('an expired payment is named with its days (D-019)', () => {
  const expired = (payHours: number) =>
    commissionReasonText('payment_expired', { ...commissionSpans, payHours })
  expect(expired(72)).toBe('Expired: not paid within 3 days')
  expect(expired(24)).toBe('Expired: not paid within 1 day')
  expect(expired(36)).toBe('Expired: not paid within 36 hours')
})

const calm = { isFrozen: false, isDisputed: false, hasRevisionLeft: true }

test.each([
  ['delivered', {}, 'The preview is ready. You can approve it or request changes.'],
  [
    'delivered',
    { hasRevisionLeft: false },
    'The preview is ready. You can approve it or open a dispute.',
  ],
  [
    'delivered',
    { hasRevisionLeft: false, isDisputed: true },
    'The preview is ready. You can still approve it, or end the dispute.',
  ],
  ['delivered', { isDisputed: true, isFrozen: true }, 'The preview is ready.'],
  ['in_progress', { hasRevisionLeft: false }, 'The artist is working on your track.'],
] as const)(
  'of a commission that is %s with %j the customer reads %j (CST-07, CST-31)',
  (status, changes, meaning) => {
    expect(meaningOfStatus({ status, ...calm, ...changes })).toBe(meaning)
  },
)

const back = (state: RefundState, pence = 4420) => ({ pence, state })

const nothing = {
  heldPence: 0,
  refunds: [] as { pence: number; state: RefundState }[],
  transferPence: 0,
  isTransferred: false,
  transferProblem: null as string | null,
}

test.each([
  [{}, 'customer', []],
  [{ heldPence: 4420 }, 'customer', ['£44.20 held until you approve']],
  [{ heldPence: 4420 }, 'artist', ['£44.20 held until the customer approves']],
  [{ transferPence: 4000 }, 'customer', []],
  [{ transferPence: 4000 }, 'artist', ['£40.00 on its way to you']],
  [{ transferPence: 4000 }, 'admin', ['£40.00 on its way to the artist']],
  [{ transferPence: 4000, transferProblem: 'Why.' }, 'artist', ['£40.00 waits to be sent to you']],
  [
    { transferPence: 4000, transferProblem: 'Why.' },
    'admin',
    ['£40.00 waits to be sent to the artist'],
  ],
  [{ transferPence: 4000, isTransferred: true }, 'artist', ['£40.00 sent to your payment account']],
  [{ transferPence: 4000, isTransferred: true }, 'admin', ['£40.00 sent to the artist']],
  [{ refunds: [back('on_its_way')] }, 'customer', ['£44.20 on its way back to your card']],
  [{ refunds: [back('sent')] }, 'customer', ['£44.20 sent back to your card']],
  [{ refunds: [back('sent')] }, 'artist', ['£44.20 sent back to the customer’s card']],
  [
    { refunds: [back('returned')] },
    'customer',
    ['£44.20 did not arrive on your card, and is sent again'],
  ],
  [
    { refunds: [back('failed'), back('sent', 570)] },
    'customer',
    [
      '£44.20 could not be sent back to your card: our team looks into it',
      '£5.70 sent back to your card',
    ],
  ],
  [
    { refunds: [back('failed')] },
    'admin',
    ['£44.20 could not be sent back to the customer’s card: our team looks into it'],
  ],
  [
    { refunds: [back('settled', 4000), back('settled', 420)] },
    'customer',
    ['£44.20 paid back in another way'],
  ],
  [
    { transferPence: 1500, refunds: [back('on_its_way', 2750)] },
    'admin',
    ['£15.00 on its way to the artist', '£27.50 on its way back to the customer’s card'],
  ],
] as const)('of the money %j the %s reads %j', (money, viewer, lines) => {
  expect(moneyLines({ ...nothing, ...money }, viewer)).toEqual(lines)
})
