import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { VatInvoice } from '#contracts/vat-invoices.ts'
import VatInvoicePage, { meta } from './vat-invoice-page.tsx'
import VatInvoicesPage from './vat-invoices-page.tsx'

const made = { issuedAt: '2033-08-02T05:30:00.000Z', netPence: 105, vatPence: 22 }
const creditNote: VatInvoice = {
  number: 'CRN-000001',
  kind: 'credit_note',
  month: '2033-07',
  ...made,
  seller: { name: 'Undersong', address: ['1 Green Lane'], vatNumber: 'GB1' },
  artist: { name: 'Rosa Lindqvist', email: 'rosa@example.com' },
  lines: [
    {
      id: '0198f000-0000-7000-8000-0000000000a1',
      title: 'Ash',
      at: '2033-07-01T09:00:00.000Z',
      isRefund: true,
      corrects: 'INV-000001',
      rate: 1_750,
      netPence: 105,
      vatPence: 22,
    },
  ],
}

function show(Component: typeof VatInvoicesPage | typeof VatInvoicePage, data: unknown) {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component }])
  render(<Stub hydrationData={{ loaderData: { page: data } }} />)
}

const rows = () => screen.getAllByRole('row').map((row) => row.textContent)

test('the list leads to each invoice, and says what it is for', () => {
  const { number, kind, month } = creditNote
  show(VatInvoicesPage, { invoices: [{ number, kind, month, ...made }] })
  expect(rows()).toEqual([
    'NumberForMade onWithout VATVAT',
    'CRN-000001VAT credit noteJuly 203302/08/2033£1.05£0.22',
  ])
  const link = screen.getByRole('link', { name: 'CRN-000001' })
  expect(link.getAttribute('href')).toBe('/artist-dashboard/vat-invoices/CRN-000001')
})

test('an artist without invoices reads when there is one', () => {
  show(VatInvoicesPage, { invoices: [] })
  screen.getByText('No VAT invoices')
  expect(screen.getByText(/on the 2nd/).textContent).toContain('Where our fees contain VAT')
})

test('an invoice shows both parties, number, date, month and each line with its VAT, and can be printed', () => {
  show(VatInvoicePage, creditNote)
  expect(meta({ loaderData: creditNote })).toContainEqual({
    title: 'VAT credit note CRN-000001 | Undersong',
  })
  const text = screen.getByRole('article').textContent
  for (const part of [
    'CRN-000001',
    '02/08/2033',
    'July 2033',
    '1 Green Lane',
    'VAT number GB1',
    'Rosa Lindqvist',
    'rosa@example.com',
  ])
    expect(text).toContain(part)
  expect(rows()).toEqual([
    'Fee forRateWithout VATVAT',
    'Given back: Ash01/07/2033on INV-00000117.5%£1.05£0.22',
    'Together£1.05£0.22',
    'Total£1.27',
  ])
  const link = screen.getByRole('link', { name: 'INV-000001' })
  expect(link.getAttribute('href')).toBe('/artist-dashboard/vat-invoices/INV-000001')
  screen.getByRole('button', { name: 'Print' })
})
