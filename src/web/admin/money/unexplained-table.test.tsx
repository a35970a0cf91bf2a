import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { UnexplainedTable } from './unexplained-table.tsx'

const movement = {
  id: 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11',
  balanceTransactionId: 'txn_1',
  sourceId: 'rsv_1',
  type: 'reserve_hold',
  description: 'Held back',
  pence: -300,
  movedAt: '2026-11-20T10:00:00.000Z',
  task: { owner: null, ageDays: 3 },
}

test('a movement shows what the card provider says of it, and is assigned to an account with a reason', async () => {
  const calls: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (path.endsWith('get-id-and-role'))
      return Promise.resolve(Response.json({ id: 'u1', role: 'admin', isBanned: false }))
    calls.push({ path, body: JSON.parse(body ?? 'null') })
    return Promise.resolve(Response.json({}))
  })
  session.invalidate()
  await act(() => session.known())
  const Component = () => <UnexplainedTable movements={[movement]} />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />)
  screen.getByRole('row', {
    name: /−\u2060£3\.00 reserve_hold Held back ?txn_1, rsv_1 3 days Nobody yet/,
  })

  fireEvent.click(screen.getByRole('button', { name: 'Assign: txn_1' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Assign −\u2060£3\.00/ }))
  const submit = dialog.getByRole('button', { name: 'Assign' })
  fireEvent.click(submit)
  const errors = { selector: '.error-text *, .error-text' }
  await dialog.findByText('Please choose an account', errors)
  await dialog.findByText('Please say why.', errors)
  expect(calls).toEqual([])
  expect(dialog.queryByRole('table')).toBeNull()
  fireEvent.change(dialog.getByLabelText('Account'), { target: { value: 'losses' } })
  const booked = within(dialog.getByRole('table', { name: 'What the ledger will say' }))
  expect(booked.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'AccountChange',
    'Unexplained−\u2060£3.00',
    'Losses+£3.00',
  ])
  fireEvent.change(dialog.getByLabelText(/^Note for admins$/), { target: { value: 'Lost.' } })
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toEqual([
    {
      path: `/api/proxy/admin/unexplained/${movement.id}/assign`,
      body: expect.objectContaining({ account: 'losses', note: 'Lost.' }),
    },
  ])
})
