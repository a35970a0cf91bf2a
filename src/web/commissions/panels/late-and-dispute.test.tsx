import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission, exampleDelivery, exampleDispute } from '../example-commission.ts'
import { button, openDialog, openRoom, press, write } from '../room/test-room.tsx'

const { id } = exampleCommission()
const late: Partial<Commission> = { status: 'in_progress', readAt: '2026-11-30T10:00:00.000Z' }
const disputed: Partial<Commission> = {
  status: 'delivered',
  deliveries: [exampleDelivery()],
  revisionCount: 2,
  isDisputed: true,
  dispute: exampleDispute(),
}
const cancelled = { status: 'cancelled' } as const

test('a late delivery is cancelled by its customer, after a question, and everything goes back', async () => {
  await openRoom({ ...late, readAt: '2026-11-30T09:59:59.000Z' })
  expect(button('Cancel and get my money back')).toBeNull()
  const from = screen.getByText('From')
  expect(from.querySelector('time')?.dateTime).toBe('2026-11-30T10:00:00.000Z')
  screen.getByText(/^The delivery is late\. If Rosa does not deliver now, you can cancel/)
  await openRoom({ ...late, readAt: '2026-11-26T09:59:59.000Z' })
  screen.getByText('Rosa records the track.')

  const refunds = [{ pence: 4420, state: 'on_its_way' as const }]
  const money = { ...exampleCommission().money, refundPence: 4420, refunds }
  const after = { ...cancelled, statusReason: 'delivery_overdue', money } as const
  const { calls, said } = await openRoom(late, { after })
  screen.getByText(/^The delivery is late\. Wait for Rosa/)
  await press(
    await openDialog('Cancel and get my money back', 'Cancel this commission?'),
    'Cancel the commission',
  )
  expect(calls).toEqual([[`POST /api/commissions/${id}/cancel-overdue`, {}]])
  expect(said.success.mock.calls).toEqual([
    ['The commission is cancelled. Your money goes back to your card.'],
  ])
  await screen.findByText('£44.20 on its way back to your card')
})

test('while the preview of a late delivery is prepared, nobody has to do anything', async () => {
  for (const viewer of ['customer', 'artist', 'admin'] as const) {
    await openRoom({ ...late, viewer, preparation: 'usual' })
    screen.getByText('A delivery has arrived, and its preview is being prepared.')
    expect(button('Cancel and get my money back')).toBeNull()
    expect(screen.queryByText('Your turn:')).toBeNull()
  }
})

test('a late delivery that arrives meanwhile stays, and the reason is read', async () => {
  const message = 'A delivery has just arrived and is being prepared.'
  const body = { code: 'delivery_in_preparation', message }
  const answers = { [`POST /api/commissions/${id}/cancel-overdue`]: { status: 409, body } }
  await openRoom(late, { answers })
  const dialog = await openDialog('Cancel and get my money back', 'Cancel this commission?')
  await press(dialog, 'Cancel the commission')
  expect(dialog.getByRole('alert').textContent).toBe(`Failed to cancel the commission. ${message}`)
})

test('an artist gives up with a reason, which the customer is told', async () => {
  const artist = { ...late, viewer: 'artist' } as const
  const after = { ...cancelled, statusReason: 'artist_gave_up' } as const
  const { calls, said } = await openRoom(artist, { after })
  const dialog = await openDialog('Give up', 'Give up this commission?')
  await press(dialog, 'Give up')
  dialog.getByText('Please enter a reason.', { selector: '.field *' })
  write(dialog, 'What Mia is told', 'My hand is broken.')
  await press(dialog, 'Give up')
  expect(calls).toEqual([[`POST /api/commissions/${id}/give-up`, { reason: 'My hand is broken.' }]])
  expect(said.success).toHaveBeenCalledTimes(1)
  await screen.findByText('The artist could not finish it.')
})

test('an artist reads a dispute, answers it once, and both sides are shown', async () => {
  const dispute = exampleDispute({
    state: 'answered',
    answer: 'It is at 1:20.',
    answeredAt: '2026-11-20T09:00:00.000Z',
  })
  const disputeAnswerBy = '2026-11-21T10:00:00.000Z'
  const { calls } = await openRoom(
    { ...disputed, viewer: 'artist', disputeAnswerBy },
    { after: { dispute, disputeAnswerBy: null } },
  )
  screen.getByText('The bridge is missing.')
  const turn = screen.getByText('Say your side of the dispute. Our team then decides.')
  expect(turn.textContent).toMatch(/^Your turn: /)
  expect(turn.parentElement?.querySelector('time')?.dateTime).toBe(disputeAnswerBy)
  const dialog = await openDialog('Answer', 'Your side of the dispute')
  write(dialog, 'Your answer', 'It is at 1:20.')
  await press(dialog, 'Send')
  expect(calls).toEqual([
    [`POST /api/commissions/${id}/dispute/answer`, { answer: 'It is at 1:20.' }],
  ])
  await screen.findByText('It is at 1:20.')
  expect(button('Answer')).toBeNull()
  screen.getByText(/^Our team decides about the dispute within/)
})

test('a customer ends the own dispute, and may approve while it is open', async () => {
  const ended = {
    isDisputed: false,
    dispute: exampleDispute({ state: 'resolved', outcome: 'ended' }),
  } as const
  const { calls } = await openRoom(disputed, { after: ended })
  expect([button('Approve'), button('Request changes')].map((one) => one !== null)).toEqual([
    true,
    false,
  ])
  await press(await openDialog('End the dispute', 'End the dispute?'), 'End the dispute')
  expect(calls).toEqual([[`POST /api/commissions/${id}/dispute/end`, {}]])
  await screen.findByText('The customer has ended the dispute.')
})

test('a decided dispute shows what both parties are told', async () => {
  const dispute = exampleDispute({
    state: 'resolved',
    isUnanswered: true,
    outcome: 'refund',
    decision: 'It is another song.',
    resolvedAt: '2026-11-20T09:00:00.000Z',
  })
  await openRoom({ ...cancelled, statusReason: 'decided', dispute })
  const told = [
    'It is another song.',
    'Decided for the customer: the money goes back.',
    /has not answered in time/,
  ]
  expect(told.map((text) => screen.queryByText(text))).not.toContain(null)
})
