import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { closedRoom, exampleCommission, exampleDelivery } from '../example-commission.ts'
import { openRoom } from './test-room.tsx'

const { money } = exampleCommission()

test.each([
  ['pending_artist', 'Waiting for the artist', 'The artist will review your request.'],
  ['requested', 'Waiting for payment', 'The artist has accepted. Pay to begin.'],
  ['accepted', 'Payment processing', 'Your payment is being processed.'],
  ['in_progress', 'In progress', 'The artist is working on your track.'],
  ['delivered', 'Delivered', 'The preview is ready. You can approve it or request changes.'],
  ['approved', 'Approved', 'The artist’s payout is being processed. You can download your track.'],
  [
    'cron_pending',
    'Approved',
    'The artist’s payout is being processed. You can download your track.',
  ],
  ['completed', 'Completed', 'The track is in My Tracks.'],
  ['cancelled', 'Cancelled', 'Expired: not paid within 3 days.'],
  ['rejected_by_artist', 'Declined', 'The artist has declined this request.'],
] as const)(
  'the card of a commission that is %s says %s and what it means to the customer (CST-02 to CST-10)',
  async (status, name, meaning) => {
    const statusReason = status === 'cancelled' ? 'payment_expired' : null
    await openRoom({ status, statusReason })
    const card = within(screen.getByRole('region', { name }))
    expect(card.getByText(meaning)).toBeDefined()
  },
)

test.each(['customer', 'artist', 'admin'] as const)(
  'the %s reads by which offer it was asked for, and at the plain price nothing of the kind',
  async (viewer) => {
    await openRoom({ viewer, offerTitle: 'Same song in another key' })
    expect(screen.getByText('Offer:', { exact: false }).textContent).toBe(
      'Offer: Same song in another key',
    )
    await openRoom({ viewer })
    expect(screen.queryByText('Offer:', { exact: false })).toBeNull()
  },
)

test('an ended commission shows how far it came, and how it ended (CST-10)', async () => {
  const step = { actor: 'artist', at: '2026-11-19T10:00:00.000Z', text: null } as const
  const timeline: Commission['timeline'] = [
    { ...step, step: 'request', actor: 'customer', from: null, to: 'pending_artist' },
    { ...step, step: 'accept', from: 'pending_artist', to: 'requested' },
    { ...step, step: 'expire', actor: 'system', from: 'requested', to: 'cancelled' },
  ]
  await openRoom({ status: 'cancelled', statusReason: 'payment_expired', timeline })
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')
  expect(steps.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
    ['Requested', null],
    ['Accepted', null],
    ['Cancelled', 'step'],
  ])
})

test.each([
  ['customer', 'requested', 'Your turn: Confirm and pay, so that the work can begin.'],
  ['artist', 'requested', 'Mia pays, then the work begins.'],
  ['artist', 'in_progress', 'Your turn: Record the track and deliver it here.'],
  ['customer', 'in_progress', 'Rosa records the track.'],
  ['admin', 'delivered', 'Mia listens to the preview. Without an answer it is approved by itself.'],
  ['customer', 'accepted', 'The payment is being processed. Nobody has to do anything.'],
] as const)(
  'the %s of a commission that is %s reads what is next and who acts',
  async (viewer, status, sentence) => {
    await openRoom({ viewer, status })
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toContain(sentence)
  },
)

test('a deadline stands in the reader’s time, with what is left by the server’s clock, and counts down', async () => {
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  await openRoom({ status: 'requested', payBy: '2026-11-22T11:00:30.000Z' })
  const time = screen.getByText(
    (_text, element) => element?.getAttribute('datetime') === '2026-11-22T11:00:30.000Z',
  )
  const local = new Date('2026-11-22T11:00:30.000Z')
  expect(time.textContent).toContain(String(local.getDate()))
  screen.getByText('2 days 1 hour left')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  screen.getByText('2 days left')
})

test.each<[Commission['viewer'], Partial<Commission['money']>, string]>([
  ['customer', { heldPence: 4420 }, '£44.20 held until you approve'],
  ['artist', { transferPence: 4000 }, '£40.00 to be sent to you'],
  ['customer', { refunds: [{ pence: 4420, state: 'sent' }] }, '£44.20 sent back to your card'],
])('the %s reads where the money is: %j', async (viewer, changes, line) => {
  await openRoom({ viewer, status: 'in_progress', money: { ...money, ...changes } })
  expect(screen.getByText(line)).toBeDefined()
})

test('an artist whose money has to wait reads why, and when it is tried again', async () => {
  const transferProblem = 'The card provider answered with an error. We try again.'
  const nextTransferAt = '2026-11-21T10:00:00.000Z'
  await openRoom({
    viewer: 'artist',
    status: 'cron_pending',
    transferState: 'refused',
    money: { ...money, transferPence: 4000, transferProblem, nextTransferAt },
  })
  screen.getByText('£40.00 waits to be sent to you')
  expect(screen.queryByRole('link', { name: 'Finish the payment set-up' })).toBeNull()
  const line = screen.getByText(/^The card provider answered with an error/)
  expect(line.querySelector('time')?.getAttribute('datetime')).toBe(nextTransferAt)
})

test('an artist whose account is not finished is the one who acts, and is led to the payment set-up', async () => {
  const unfinished = { status: 'cron_pending', transferState: 'account' } as const
  await openRoom({ ...unfinished, viewer: 'artist', money: { ...money, transferPence: 4000 } })
  const turn = screen.getByText('Finish your payment account, then the money is sent.')
  expect(turn.textContent).toMatch(/^Your turn: /)
  const link = () => screen.queryByRole('link', { name: 'Finish the payment set-up' })
  expect(link()?.getAttribute('href')).toBe('/artist-dashboard#setup-heading')
  await openRoom({ ...unfinished, viewer: 'admin', money: { ...money, transferPence: 4000 } })
  expect(link()).toBeNull()
})

test.each(['returned', 'failed'] as const)(
  'a customer whose refund has %s can write about the receipt, and nobody else reads that',
  async (state) => {
    const refunded: Partial<Commission> = {
      status: 'cancelled',
      receiptNumber: 'U-000007',
      money: { ...money, refundPence: 4420, refunds: [{ pence: 4420, state }] },
    }
    await openRoom(refunded)
    const link = () => screen.queryByRole('link', { name: 'Write to us' })
    expect(link()?.getAttribute('href')).toBe('/contact?receipt=U-000007')
    await openRoom({ ...refunded, receiptNumber: null })
    expect(link()?.getAttribute('href')).toBe('/contact?subject=purchase')
    await openRoom({ ...refunded, viewer: 'admin' })
    expect(link()).toBeNull()
    const sent = [{ pence: 4420, state: 'sent' as const }]
    await openRoom({ ...refunded, money: { ...money, refundPence: 4420, refunds: sent } })
    expect(link()).toBeNull()
  },
)

test('the artist reads the customer’s newest wish before everything else (CST-36)', async () => {
  const asked = {
    status: 'in_progress',
    revisionFeedback: 'Softer, please.',
    revisionCount: 1,
  } as const
  await openRoom({ ...asked, viewer: 'artist' })
  within(screen.getByRole('region', { name: 'Changes requested' })).getByText('Softer, please.')
  await openRoom({ ...asked, status: 'delivered', viewer: 'artist' })
  expect(screen.queryByRole('region', { name: 'Changes requested' })).toBeNull()
})

test('a reference is a link that lends nobody’s name', async () => {
  const guideTrackUrl = 'https://example.com/song'
  await openRoom({ guideTrackUrl })
  const link = screen.getByRole('link', { name: guideTrackUrl })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    guideTrackUrl,
    'nofollow ugc noopener',
  ])
})

test('deliveries stand side by side, and the whole of one is heard only by those who may', async () => {
  const second = exampleDelivery({ id: '0198f000-0000-7000-8000-0000000000d2', number: 2 })
  const heard = { ...second, fileUrl: '/file', guideUrl: '/guide', durationSeconds: 187 }
  await openRoom({ status: 'in_progress', deliveries: [exampleDelivery(), second] })
  const list = () => within(screen.getByRole('region', { name: 'Deliveries' }))
  expect(
    list()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Delivery 1', 'Delivery 2'])
  expect(list().queryByRole('button', { name: /the whole of/ })).toBeNull()

  await openRoom({
    viewer: 'artist',
    status: 'in_progress',
    deliveries: [exampleDelivery(), heard],
  })
  list().getByRole('button', { name: 'Play the whole of delivery 2' })
  expect(
    list()
      .getByRole('link', { name: /sung guide/ })
      .getAttribute('href'),
  ).toBe('/guide')
})

/** Live events that the test sends. */
function fakeStream() {
  const opened: EventTarget[] = []
  class FakeSource extends EventTarget {
    readyState = 1
    constructor() {
      super()
      opened.push(this)
    }
    close() {
      this.readyState = 2
    }
  }
  vi.stubGlobal('EventSource', FakeSource)
  onTestFinished(() => void vi.unstubAllGlobals())
  return (event: object) =>
    act(async () => {
      for (const source of opened)
        source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
    })
}

test('the other party’s step appears without reloading, by the event of this commission or by resync', async () => {
  const tell = fakeStream()
  const { id, change } = { id: exampleCommission().id, ...(await openRoom({})) }
  const heading = (name: string) => screen.queryByRole('heading', { name })
  change({ status: 'requested' })
  await tell({ name: 'commissionChanged', commissionId: '0198f000-0000-7000-8000-0000000000c2' })
  expect(heading('Waiting for the artist')).not.toBeNull()
  await tell({ name: 'commissionChanged', commissionId: id })
  expect(heading('Waiting for payment')).not.toBeNull()
  change({ status: 'in_progress' })
  await tell({ name: 'resync' })
  expect(heading('In progress')).not.toBeNull()
})

test('without a stream the page asks by itself, until nothing can change any more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { change } = await openRoom({})
  change({ status: 'rejected_by_artist', room: closedRoom })
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  screen.getByRole('heading', { name: 'Waiting for the artist' })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  screen.getByRole('heading', { name: 'Declined' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a part of the price that arrives on the card later is read without reloading, also after the end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const part: Commission['money'] = {
    ...money,
    refundPence: 2750,
    refunds: [{ pence: 2750, state: 'on_its_way' }],
  }
  const arrived = { ...part, isRefunded: true, refunds: [{ pence: 2750, state: 'sent' as const }] }
  const { change } = await openRoom({ status: 'completed', money: part })
  change({ status: 'completed', money: arrived, room: closedRoom })
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  screen.getByText('£27.50 sent back to your card')
  expect(vi.getTimerCount()).toBe(0)
})

test('a frozen commission offers nothing, and says why', async () => {
  await openRoom({
    status: 'delivered',
    deliveries: [exampleDelivery()],
    isFrozen: true,
    freezeReason: 'An account is being looked at.',
  })
  screen.getByText('An account is being looked at.')
  expect(
    screen.queryAllByRole('button', { name: /^(Approve|Request changes|Open a dispute)$/ }),
  ).toEqual([])
})
