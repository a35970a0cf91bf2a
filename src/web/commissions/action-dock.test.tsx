import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission, exampleDelivery, exampleDispute } from './example-commission.ts'
import { openRoom } from './room/test-room.tsx'

const past = '2026-11-19T10:00:00.000Z'
const deliveries = [exampleDelivery()]
const delivered = { status: 'delivered', deliveries } as const
const disputed = { ...delivered, isDisputed: true, dispute: exampleDispute() } as const
const soon = '2026-11-21T10:00:00.000Z'
const overdue = { status: 'in_progress', dueAt: past, overdueAt: past } as const
const prepared = [exampleDelivery({ state: 'preparing', previewUrl: null })]
const waits = { status: 'cron_pending' } as const
const back = { status: 'cancelled', statusReason: 'artist_gave_up' } as const

type Turn = [what: string, commission: Partial<Commission>, actor: string]

const turns: Turn[] = [
  ['a request', { status: 'pending_artist' }, 'artist'],
  ['a request whose time is over', { status: 'pending_artist', answerBy: past }, 'nobody'],
  ['an accepted one', { status: 'requested' }, 'customer'],
  ['one whose payment has failed', { status: 'requested', hasPaymentFailed: true }, 'customer'],
  ['one whose time to pay is over', { status: 'requested', payBy: past }, 'nobody'],
  ['a payment that is processed', { status: 'accepted' }, 'nobody'],
  ['a frozen payment', { status: 'accepted', isFrozen: true }, 'admin'],
  ['work', { status: 'in_progress' }, 'artist'],
  ['late work', { status: 'in_progress', dueAt: past }, 'artist'],
  ['overdue work', overdue, 'artist and customer'],
  ['work whose time is over', { ...overdue, endAt: past }, 'nobody'],
  ['a preparation', { ...overdue, preparation: 'usual', deliveries: prepared }, 'nobody'],
  ['a slow preparation', { ...overdue, preparation: 'late', deliveries: prepared }, 'customer'],
  ['frozen work', { status: 'in_progress', isFrozen: true }, 'admin'],
  ['a delivery', delivered, 'customer'],
  ['a delivery without revisions', { ...delivered, revisionCount: 2 }, 'customer'],
  ['a delivery whose time is over', { ...delivered, approveAt: past }, 'nobody'],
  ['a frozen delivery', { ...delivered, isFrozen: true }, 'admin'],
  ['a dispute', { ...disputed, disputeAnswerBy: soon }, 'artist and admin'],
  ['a dispute that is not answered', { ...disputed }, 'admin'],
  ['a late decision', { ...disputed, disputeDecideBy: past, holdUntil: soon }, 'admin'],
  ['a frozen dispute', { ...disputed, isFrozen: true }, 'admin'],
  ['an approved one', { status: 'approved', transferState: 'owed' }, 'nobody'],
  ['a transfer without an account', { ...waits, transferState: 'account' }, 'artist'],
  ['a transfer to a new account', { ...waits, transferState: 'checked' }, 'nobody'],
  ['a held transfer', { ...waits, transferState: 'held' }, 'admin'],
  ['a failed transfer', { ...waits, transferState: 'failed' }, 'admin'],
  ['a refused transfer', { ...waits, transferState: 'refused' }, 'nobody'],
  ['an unconfirmed transfer', { ...waits, transferState: 'on_its_way' }, 'nobody'],
  ['a completed one', { status: 'completed' }, 'nobody'],
  ['a part that did not arrive', { status: 'completed', refund: 'failed' }, 'admin'],
  ['a cancelled one', back, 'nobody'],
  ['money on its way back', { ...back, refund: 'returning' }, 'nobody'],
  ['money that did not arrive', { ...back, refund: 'failed' }, 'admin'],
  ['a declined one', { status: 'rejected_by_artist' }, 'nobody'],
]

/** The artist never reads that a refund has failed, nor the customer what the transfer waits for. */
function hiddenFrom({ refund }: Partial<Commission>, viewer: Commission['viewer']) {
  if (viewer === 'customer') return { transferState: null }
  return viewer === 'artist' && refund === 'failed' ? { refund: 'returning' as const } : {}
}

/** The artist's money, which the page says beside the action. */
const money = { ...exampleCommission().money, transferPence: 4000 }

test.each(turns)(
  'of %s each whose turn it is has one dock with something to press, and nobody else has one',
  async (_what, commission, actor) => {
    for (const viewer of ['customer', 'artist', 'admin'] as const) {
      await openRoom({ ...commission, viewer, money, ...hiddenFrom(commission, viewer) })
      const docks = [...document.querySelectorAll('.action-dock')]
      const isTurn = actor.split(' and ').includes(viewer)
      expect([viewer, docks.length]).toEqual([viewer, isTurn ? 1 : 0])
      for (const dock of docks)
        expect(dock.querySelectorAll('button:not(:disabled), a').length).toBeGreaterThan(0)
      expect([viewer, document.body.textContent.includes('Your turn: ')]).toEqual([viewer, isTurn])
    }
  },
)

test('a dock of nothing but a link is there without a script as well', async () => {
  await openRoom({ ...waits, transferState: 'account', viewer: 'artist', money })
  expect(document.querySelector('.action-dock')?.className).toBe('action-dock')
  await openRoom({ status: 'requested' })
  expect(document.querySelector('.action-dock')?.className).toBe('action-dock needs-script')
})
