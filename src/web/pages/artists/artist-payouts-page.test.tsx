import { render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { BankPayout, BankPayoutList } from '#contracts/payouts.ts'
import { BankPayouts } from '#web/artists/payouts/bank-payouts.tsx'

const payout = (changes: Partial<BankPayout> = {}): BankPayout => ({
  id: 'po_1',
  pence: 1200,
  status: 'paid',
  createdAt: '2026-11-01T00:00:00.000Z',
  arrivesAt: '2026-11-02T00:00:00.000Z',
  problem: null,
  parts: [],
  partCount: 0,
  ...changes,
})

function open(changes: Partial<BankPayoutList>) {
  const list: BankPayoutList = {
    payouts: [],
    total: 0,
    next: { at: '2026-12-01T00:00:00.000Z', reason: 'Banks are paid once a month, on the 1st.' },
    isBankUnusable: false,
    totalPages: 1,
    currentPage: 1,
    ...changes,
  }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <BankPayouts list={list} refused={null} /> },
  ])
  render(<Stub />)
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Payouts to your bank' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

test('without payouts an artist reads when the next one is, and why', () => {
  open({})
  expect(screen.getByText(/The next payout to your bank is on/).textContent).toBe(
    'The next payout to your bank is on 01/12/2026.',
  )
  screen.getByText(/Banks are paid once a month, on the 1st\./)
  screen.getByRole('heading', { name: 'No payouts yet' })
})

test('each payout says where it is, what is wrong with it, and what it contains', () => {
  const transfer = {
    id: 'txn_1',
    kind: 'transfer',
    pence: 500,
    providerId: 'tr_1',
    madeAt: '2026-10-05T12:00:00.000Z',
  } as const
  const other = { id: 'txn_2', kind: 'other', pence: -30, providerId: null, madeAt: null } as const
  open({
    payouts: [
      payout({ status: 'on_its_way', parts: null }),
      payout({ id: 'po_2', parts: [transfer], partCount: 1 }),
      payout({ id: 'po_3', status: 'returned', problem: 'The bank account is closed.' }),
      payout({ id: 'po_4', parts: [transfer, other], partCount: 102 }),
      payout({ id: 'po_5', pence: -300, status: 'paid' }),
    ],
  })
  expect(rows()).toEqual([
    [
      '01/11/2026',
      '£12.00',
      'On its wayexpected at your bank on 02/11/2026',
      'The card provider does not say yet.',
    ],
    [
      '01/11/2026',
      '£12.00',
      'Paidat your bank since 02/11/2026',
      'Transfer of 05/10/2026: £5.00tr_1',
    ],
    ['01/11/2026', '£12.00', 'Returned by the bankThe bank account is closed.', expect.anything()],
    [
      '01/11/2026',
      '£12.00',
      'Paidat your bank since 02/11/2026',
      '102 movements of the payout of 01/11/2026Transfer of 05/10/2026: £5.00tr_1Change of your balance: −\u2060£0.30and 100 more',
    ],
    [
      '01/11/2026',
      '−\u2060£3.00from your bank, for what your payment account owes',
      expect.stringContaining('Paid'),
      'Nothing of this site',
    ],
  ])
})

test('while the bank takes nothing, an artist reads what to do instead of a date', () => {
  open({ isBankUnusable: true })
  const notice = within(screen.getByRole('alert'))
  notice.getByText('Your bank did not take a payout')
  notice.getByRole('button', { name: 'Enter your bank account' })
  expect(screen.queryByText(/The next payout/)).toBeNull()
})
