import { expect, test } from 'vitest'
import { commissionSpans } from './commission-spans.ts'
import { commissionProcess, ownedStatuses, type CommissionStatus } from './commission-process.ts'
import type { RefundState } from './refund-states.ts'
import type { TransferState } from '../payments/transfer-states.ts'
import { commissionReasons } from './step-table.ts'
import { commissionReasonText, meaningOfStatus, moneyLines } from './commission-texts.ts'

test('an expired payment is named with its days (D-019)', () => {
  const expired = (payHours: number) =>
    commissionReasonText('payment_expired', { ...commissionSpans, payHours })
  expect(expired(72)).toBe('Expired: not paid within 3 days')
  expect(expired(24)).toBe('Expired: not paid within 1 day')
  expect(expired(36)).toBe('Expired: not paid within 36 hours')
})

test('each other reason has words of its own, without a time', () => {
  const texts = commissionReasons.map((reason) => commissionReasonText(reason, commissionSpans))
  expect(new Set(texts).size).toBe(commissionReasons.length)
  expect(texts.filter((text) => text.includes('not paid within'))).toHaveLength(1)
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
  ['in_progress', { isFrozen: true }, 'The work stands still.'],
] as const)(
  'of a commission that is %s with %j the customer reads %j (CST-07, CST-31)',
  (status, changes, meaning) => {
    expect(meaningOfStatus({ status, ...calm, ...changes })).toBe(meaning)
  },
)

const back = (state: RefundState, pence = 4420) => ({ pence, state })

const nothing = {
  status: 'delivered' as CommissionStatus,
  pricePence: 4420,
  heldPence: 0,
  isWithTeam: false,
  refunds: [] as { pence: number; state: RefundState }[],
  transferPence: 0,
  isTransferred: false,
  isTransferSettled: false,
  transferState: null as TransferState | null,
}

test.each([
  [{}, 'customer', []],
  [{ heldPence: 4420 }, 'customer', ['£44.20 held until you approve']],
  [{ heldPence: 4420 }, 'artist', ['£44.20 held until the customer approves']],
  [{ heldPence: 4420, isWithTeam: true }, 'customer', ['£44.20 held until our team has decided']],
  [{ heldPence: 4420, isWithTeam: true }, 'artist', ['£44.20 held until our team has decided']],
  [{ transferPence: 4000 }, 'customer', []],
  [{ transferPence: 4000 }, 'artist', ['£40.00 to be sent to you']],
  [{ transferPence: 4000, transferState: 'owed' }, 'admin', ['£40.00 to be sent to the artist']],
  [
    { transferPence: 4000, transferState: 'on_its_way' },
    'artist',
    ['£40.00 on its way to you, and not confirmed by the card provider yet'],
  ],
  [{ transferPence: 4000, transferState: 'held' }, 'artist', ['£40.00 waits to be sent to you']],
  [
    { transferPence: 4000, transferState: 'refused' },
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
    { transferPence: 4000, isTransferred: true, isTransferSettled: true },
    'artist',
    ['£40.00 paid to you in another way'],
  ],
  [
    { transferPence: 4000, isTransferred: true, isTransferSettled: true },
    'admin',
    ['£40.00 paid to the artist in another way'],
  ],
  [
    { transferPence: 4000, transferState: 'written_off' },
    'artist',
    ['£40.00 kept for you: it could not be sent'],
  ],
  [
    { refunds: [back('disputed')] },
    'customer',
    ['£44.20 disputed at the bank, which decides who gets it'],
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
    ['£15.00 to be sent to the artist', '£27.50 on its way back to the customer’s card'],
  ],
] as const)('of the money %j the %s reads %j', (money, viewer, lines) => {
  expect(moneyLines({ ...nothing, ...money }, viewer)).toEqual(lines)
})

test.each([
  ['pending_artist', 'customer', 'Nothing is paid yet'],
  ['requested', 'artist', 'Nothing is paid yet'],
  ['accepted', 'customer', '£44.20 on its way to us'],
  ['accepted', 'artist', '£44.20 on its way to us'],
  ['approved', 'customer', '£44.20 paid'],
  ['cron_pending', 'customer', '£44.20 paid'],
  ['completed', 'customer', '£44.20 paid'],
  ['cancelled', 'customer', 'Nothing was paid'],
  ['rejected_by_artist', 'admin', 'Nothing was paid'],
] as const)('of one that is %s the %s reads “%s”', (status, viewer, line) => {
  expect(moneyLines({ ...nothing, status }, viewer)).toEqual([line])
})

test('what was paid and goes back in part is both said to the customer', () => {
  const refunds = [back('sent', 2750)]
  expect(moneyLines({ ...nothing, status: 'completed', refunds }, 'customer')).toEqual([
    '£44.20 paid',
    '£27.50 sent back to your card',
  ])
  expect(moneyLines({ ...nothing, status: 'cancelled', refunds }, 'customer')).toEqual([
    '£27.50 sent back to your card',
  ])
})

test('in every status everybody reads where the money is', () => {
  const held = new Set<CommissionStatus>(['in_progress', 'delivered'])
  const owned = new Set<CommissionStatus>(ownedStatuses)
  for (const status of commissionProcess.statuses)
    for (const viewer of ['customer', 'artist', 'admin'] as const) {
      const heldPence = held.has(status) ? 4420 : 0
      const transferPence = owned.has(status) ? 4000 : 0
      const lines = moneyLines({ ...nothing, status, heldPence, transferPence }, viewer)
      expect([status, viewer, lines.length]).toEqual([status, viewer, 1])
    }
})
