import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import {
  deliveryId,
  exampleCommission,
  exampleDelivery,
  exampleDispute,
} from '../example-commission.ts'
import { button, openDialog, openRoom, press, write } from '../room/test-room.tsx'

const { id } = exampleCommission()
const confirm = `POST /api/commissions/${id}/confirm`
const finished = `GET /api/commission/finished-commission?commissionId=${id}`
const payout = 'POST /api/commission/approve-and-payout'
const report = 'POST /api/report'

const delivered: Partial<Commission> = { status: 'delivered', deliveries: [exampleDelivery()] }
const exhausted: Partial<Commission> = { ...delivered, revisionCount: 2, maxRevisions: 2 }

test('the customer hears the preview of a delivery, and approves it or asks for changes (CST-23)', async () => {
  await openRoom(delivered)
  screen.getByRole('heading', { name: 'Listen to the preview' })
  expect(screen.getAllByRole('button', { name: 'Play the preview of delivery 1' })).toHaveLength(2)
  expect([button('Approve'), button('Request changes')]).not.toContain(null)
  expect(button('Open a dispute')).toBeNull()
  for (const other of [
    { viewer: 'artist' },
    { viewer: 'admin' },
    { status: 'in_progress' },
  ] as const) {
    await openRoom({ ...delivered, ...other })
    expect([other, button('Approve'), button('Request changes')]).toEqual([other, null, null])
  }
})

test('an approval is asked for once more, adds the track to the purchased ones, and only then is said (CST-24, CST-33, ERR-76, ERR-89)', async () => {
  const { calls, said } = await openRoom(delivered, { after: { status: 'approved' } })
  const dialog = await openDialog('Approve', 'Approve Track?')
  dialog.getByText('This action cannot be undone.')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }))
  expect(calls).toEqual([])
  await press(dialog, 'Approve')
  expect(calls.slice(0, 2)).toEqual([
    [confirm, { action: 'approve', deliveryId }],
    [finished, undefined],
  ])
  expect(said.success.mock.calls).toEqual([
    ['Track approved successfully! Payment will be processed shortly.'],
  ])
  await screen.findByRole('link', { name: 'Download Skylark in B flat' })
})

test('an approval whose track could not be added says so, and stays on the page until it is (CST-34, ERR-75)', async () => {
  const answers = { [finished]: { status: 500, body: {} } }
  const { said } = await openRoom(delivered, { answers, after: { status: 'approved' } })
  await press(await openDialog('Approve', 'Approve Track?'), 'Approve')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Track approved, but failed to add to your purchased tracks. Please refresh or contact support.',
  )
  expect(said.success).not.toHaveBeenCalled()

  answers[finished] = { status: 200, body: {} }
  await act(async () => button('Refresh purchased tracks')?.click())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed approval is said, with the reason, and nothing is added (ERR-74)', async () => {
  const body = { code: 'delivery_replaced', message: 'A newer delivery has arrived.' }
  const { calls } = await openRoom(delivered, { answers: { [confirm]: { status: 409, body } } })
  const dialog = await openDialog('Approve', 'Approve Track?')
  await press(dialog, 'Approve')
  expect(dialog.getByRole('alert').textContent).toBe(
    'Failed to approve commission. A newer delivery has arrived.',
  )
  expect(calls.map(([call]) => call)).toEqual([confirm])
})

test('changes are asked for by a feedback that names the delivery, after a question that counts the revisions (CST-26, CST-27, ERR-77, ERR-78, ERR-89, VAL-35)', async () => {
  const once = { ...delivered, revisionCount: 1, maxRevisions: 3 }
  const { calls, said } = await openRoom(once, {
    after: { status: 'in_progress', revisionCount: 2 },
  })
  const dialog = await openDialog('Request changes', 'Request Changes?')
  dialog.getByText('This will be revision 2 of 3.')
  write(dialog, 'What should be different?', '  \n ')
  await press(dialog, 'Request changes')
  dialog.getByText('Please provide specific feedback about what changes you want.', {
    selector: '.field *',
  })
  expect(calls).toEqual([])

  write(dialog, 'What should be different?', 'Softer, please.')
  await press(dialog, 'Request changes')
  const sent = { action: 'request_changes', deliveryId, revisionFeedback: 'Softer, please.' }
  expect(calls).toEqual([[confirm, sent]])
  expect(said.success.mock.calls).toEqual([
    ['Changes requested successfully! The artist will work on revision 2.'],
  ])
})

test.each([
  [
    { code: 'revisions_used_up', message: 'Maximum number of revisions (2) has been reached.' },
    'Maximum number of revisions (2) has been reached.',
  ],
  ['no reason', 'Failed to request changes'],
])(
  'a refused request for changes with %j says the server’s own sentence, if it has one (ERR-77)',
  async (body, sentence) => {
    await openRoom(delivered, { answers: { [confirm]: { status: 409, body } } })
    const dialog = await openDialog('Request changes', 'Request Changes?')
    write(dialog, 'What should be different?', 'Softer, please.')
    await press(dialog, 'Request changes')
    expect(dialog.getByRole('alert').textContent).toBe(sentence)
  },
)

test.each([
  [0, 2, '0/2', null],
  [1, 2, '1/2', 'This is your final revision opportunity.'],
  [0, 1, '0/1', 'This is your final revision opportunity.'],
  [2, 2, '2/2', 'Maximum revisions reached.'],
  [1, 1, '1/1', 'Maximum revisions reached.'],
] as const)(
  'of %i revisions used of %i the customer reads %s, and the warning %j (CST-28 to CST-30, ERR-79, FMT-21)',
  async (revisionCount, maxRevisions, counter, warning) => {
    await openRoom({ ...delivered, revisionCount, maxRevisions })
    expect(screen.getByText(/^Revisions used:/).textContent).toBe(`Revisions used: ${counter}`)
    const warnings = [
      'This is your final revision opportunity.',
      'Maximum revisions reached.',
    ].filter((text) => screen.queryByText(text) !== null)
    expect(warnings).toEqual(warning === null ? [] : [warning])
  },
)

test('without a revision left the customer approves or disputes, and cannot ask for changes (CST-31)', async () => {
  await openRoom(exhausted)
  expect(button('Request changes')).toBeNull()
  expect([button('Approve'), button('Open a dispute')]).not.toContain(null)
  screen.getByText('The preview is ready. You can approve it or open a dispute.')
  screen.getByText('Listen to the preview, then approve it or open a dispute.')
})

test('a dispute needs details, is sent as a report, and is answered with the promised time (PAY-12 to PAY-14, BUS-21, ERR-80, VAL-37)', async () => {
  const dispute = exampleDispute()
  const { calls, said } = await openRoom(exhausted, { after: { isDisputed: true, dispute } })
  const dialog = await openDialog('Open a dispute', 'Open a dispute?')
  write(dialog, 'What is wrong with it?', ' ')
  await press(dialog, 'Submit dispute')
  dialog.getByText('Please provide details about your dispute.', { selector: '.field *' })
  expect(calls).toEqual([])

  write(dialog, 'What is wrong with it?', 'The bridge is missing.')
  await press(dialog, 'Submit dispute')
  expect(calls).toEqual([
    [
      report,
      { type: 'commission_dispute', description: 'The bridge is missing.', commissionId: id },
    ],
  ])
  expect(said.success.mock.calls).toEqual([
    [
      'Dispute submitted successfully! Our team will review your case and contact you within 24-48 hours.',
    ],
  ])
  await screen.findByRole('heading', { name: 'A dispute is open' })
  screen.getByText(/answers within 24 to 48 hours/)
  expect(button('Open a dispute')).toBeNull()
})

test('a dispute that could not be sent keeps its text and says so (PAY-14, ERR-80)', async () => {
  await openRoom(exhausted, { answers: { [report]: 'no connection' } })
  const dialog = await openDialog('Open a dispute', 'Open a dispute?')
  write(dialog, 'What is wrong with it?', 'The bridge is missing.')
  await press(dialog, 'Submit dispute')
  expect(dialog.getByRole('alert').textContent).toBe(
    'Failed to submit dispute. Network error - check your connection',
  )
  dialog.getByDisplayValue('The bridge is missing.')
})

test('the payout is asked for once when the status becomes approved in the view, and not again (PAY-10)', async () => {
  const { calls, become } = await openRoom(delivered)
  const asked = () => calls.filter(([call]) => call === payout)
  await become({ status: 'approved' })
  await waitFor(() => expect(asked()).toEqual([[payout, { commissionId: id }]]))
  await become({ status: 'approved', updatedAt: '2026-11-20T10:01:00.000Z' })
  await become({ status: 'cron_pending' })
  await become({ status: 'completed' })
  expect(asked()).toHaveLength(1)

  for (const seen of [{ status: 'approved' }, { status: 'delivered', viewer: 'artist' }] as const) {
    const other = await openRoom({ ...delivered, ...seen })
    await other.become({ ...seen, status: 'approved' })
    expect(other.calls).toEqual([])
  }
})

test('a payout that could not be asked for is only logged (PAY-11, ERR-72)', async () => {
  const { become, said } = await openRoom(delivered, {
    answers: { [payout]: { status: 502, body: {} } },
  })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await become({ status: 'approved' })
  await waitFor(() => expect(log).toHaveBeenCalledTimes(1))
  expect([screen.queryByRole('alert'), said.error.mock.calls]).toEqual([null, []])
})
