import { render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ConfirmForm, PaymentForm } from './vat-payment-form.tsx'
import { VatPayments } from './vat-payments.tsx'

function show(element: React.ReactNode): void {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  render(<Stub />)
}

const payment = {
  id: 'p1',
  from: '2033-04',
  until: '2033-06',
  pence: 2400,
  reference: 'HMRC VAT 17',
  paidOn: '2033-07-05',
  recordedBy: 'Ada',
}

test('what is owed can be recorded as paid, and each payment has its return, its reference and its admin', () => {
  const month = { ...payment, id: 'p2', from: '2033-03', until: '2033-03', reference: 'VAT 16' }
  show(<VatPayments owedPence={1200} payments={[payment, month]} />)
  screen.getByText('£12.00')
  const link = screen.getByRole('link', { name: 'Record a payment' })
  expect(link.getAttribute('href')).toBe('/admin/reporting/vat/payment')
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Paid onReturnAmountReferenceRecorded by',
    '05/07/2033April 2033 to June 2033£24.00HMRC VAT 17Ada',
    '05/07/2033March 2033£24.00VAT 16Ada',
  ])
})

test.each([
  [0, '£0.00', 'is owed now'],
  [-350, '£3.50', 'more was paid than the ledger owes'],
])('where %i pence are owed nothing can be recorded', (owedPence, amount, words) => {
  show(<VatPayments owedPence={owedPence} payments={[]} />)
  screen.getByText(amount)
  screen.getByText(new RegExp(words))
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('before it is recorded an admin reads what it books, and each field is sent as it was typed', () => {
  const typed = {
    amount: '24',
    from: payment.from,
    until: payment.until,
    paidOn: payment.paidOn,
    reference: payment.reference,
  }
  const postings = [
    { account: 'vat', pence: 2400 },
    { account: 'paid_outside', pence: -2400 },
  ]
  show(
    <ConfirmForm
      preview={{ pence: 2400, postings, owedAfterPence: 100 }}
      payment={typed}
      actionData={undefined}
      isPending={false}
    />,
  )
  screen.getByText(/^£1.00 is owed to the tax authority then/)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'VAT+£24.00',
    'Paid outside the card provider−\u2060£24.00',
  ])
  const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Record it' }).form
  const sent = Object.fromEntries(new FormData(form ?? undefined))
  expect(sent).toEqual({ ...typed, note: '', code: '' })
})

test('a refusal of the first form stands at its field', () => {
  const issues = [{ path: ['paidOn'], message: 'Please enter a day, like 2026-11-28' }]
  const refused = { ok: false, status: 400, code: 'invalid_input', message: 'No.', issues } as const
  show(
    <PaymentForm owedPence={1200} typed={{ amount: '24' }} refused={refused} isPending={false} />,
  )
  const field = screen.getByLabelText(/Paid on/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  screen.getByText(/Up to £12.00/)
})
