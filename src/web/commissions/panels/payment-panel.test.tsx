import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { exampleCommission } from '../example-commission.ts'
import { button, openRoom, type Server } from '../room/test-room.tsx'

const pay = 'POST /api/commission/pay'
const cancel = 'POST /api/commission/terminate-before-payment'
const { id } = exampleCommission()
const requested = { status: 'requested' } as const

async function pressPay(server: Server) {
  const room = await openRoom(requested, server)
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Confirm and pay £44.20' })),
  )
  return { ...room, assign }
}

/** The browser's own question. */
function answerConfirm(isConfirmed: boolean) {
  const confirm = vi.fn<(question: string) => boolean>(() => isConfirmed)
  vi.stubGlobal('confirm', confirm)
  return confirm
}

test('the customer of an accepted request sees what is to be paid, beside the button that cancels it, and nobody else does (PAY-01, CST-17)', async () => {
  await openRoom(requested)
  screen.getByRole('heading', { name: 'Pay by card' })
  expect([button('Confirm and pay £44.20'), button('Cancel request')]).not.toContain(null)
  const terms = screen.getByRole<HTMLAnchorElement>('link', { name: 'terms' })
  expect(terms.getAttribute('href')).toBe('/terms#commissions')
  const others = [
    { viewer: 'artist', status: 'requested' },
    { viewer: 'admin', status: 'requested' },
    { status: 'pending_artist' },
    { status: 'accepted' },
    { status: 'in_progress' },
    { status: 'cancelled', statusReason: 'payment_expired' },
    // The time to pay is over.
    { status: 'requested', readAt: '2026-11-22T10:00:00.000Z' },
  ] as const
  for (const other of others) {
    await openRoom(other)
    expect([other, screen.queryByText('Pay by card'), button(/^Confirm and pay/)]).toEqual([
      other,
      null,
      null,
    ])
  }
})

test('paying leads to the address of the payment (PAY-02)', async () => {
  const sessionUrl = 'https://pay.example/c/1'
  const { assign, calls } = await pressPay({ answers: { [pay]: { body: { sessionUrl } } } })
  expect(calls).toEqual([[pay, { commissionId: id }]])
  expect(assign.mock.calls).toEqual([[sessionUrl]])
})

test.each([
  ['an answer without an address', { body: {} }, 'No payment URL received'],
  [
    'a refusal',
    { status: 409, body: { code: 'commission_too_late', message: 'The time has passed.' } },
    'Payment failed. The time has passed.',
  ],
  ['a refusal without a reason', { status: 400, body: 'x' }, 'Payment failed'],
  [
    'a provider that does not answer',
    {
      status: 502,
      body: { code: 'checkout_unavailable', message: 'Failed to create checkout session' },
    },
    'Failed to process payment. Failed to create checkout session',
  ],
  [
    'no connection',
    'no connection',
    'Failed to process payment. Network error - check your connection',
  ],
] as const)(
  '%s is said beside the button, which can be pressed again (PAY-03, PAY-04, ERR-81)',
  async (_what, answer, sentence) => {
    const { assign } = await pressPay({ answers: { [pay]: answer } })
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(assign).not.toHaveBeenCalled()
    expect(button('Confirm and pay £44.20')?.getAttribute('aria-disabled')).toBeNull()
  },
)

test.each(['pending_artist', 'requested'] as const)(
  'while it is %s the customer cancels it, after a question that says it cannot be undone (PAY-07, PAY-08, ERR-82)',
  async (status) => {
    const after = { status: 'cancelled', statusReason: 'withdrawn' } as const
    const { calls, said } = await openRoom({ status }, { after })
    const confirm = answerConfirm(false)
    const press = () =>
      act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel request' })))
    await press()
    expect(confirm.mock.calls[0]?.[0]).toContain('cannot be undone')
    expect(calls).toEqual([])

    confirm.mockReturnValue(true)
    await press()
    expect(calls).toEqual([[cancel, { commissionId: id }]])
    expect(said.success.mock.calls).toEqual([['Commission request cancelled.']])
    await screen.findByText('Cancelled by the customer before the payment.')
    expect(button('Cancel request')).toBeNull()
  },
)

test('the artist withdraws what is accepted and not paid, by the same call', async () => {
  const { calls } = await openRoom({ ...requested, viewer: 'artist' })
  answerConfirm(true)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel request' })))
  expect(calls).toEqual([[cancel, { commissionId: id }]])
})

test('a cancelling that fails is said, with the reason (PAY-08, ERR-82)', async () => {
  const body = { code: 'commission_paid', message: 'The payment is being processed.' }
  await openRoom(requested, { answers: { [cancel]: { status: 409, body } } })
  answerConfirm(true)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel request' })))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Failed to terminate commission. The payment is being processed.',
    ),
  )
})
