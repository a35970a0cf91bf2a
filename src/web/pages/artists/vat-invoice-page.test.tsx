import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { VatInvoice } from '#contracts/vat-invoices.ts'
import VatInvoicePage, { meta } from './vat-invoice-page.tsx'

const made = { issuedAt: '2033-08-02T05:30:00.000Z', netPence: 105, vatPence: 22 }
const creditNote: VatInvoice = {
  number: 'CRN-000001',
  kind: 'credit_note',
  month: '2033-07',
  ...made,
  lineCount: 1,
  totalPages: 1,
  currentPage: 1,
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

function show(data: VatInvoice) {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: VatInvoicePage }])
  render(<Stub hydrationData={{ loaderData: { page: data } }} />)
}

const rows = () => screen.getAllByRole('row').map((row) => row.textContent)

test('an invoice shows both parties, number, date, month and each line with its VAT, and can be printed', () => {
  show(creditNote)
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

test('an invoice of several pages leads to them, to all lines on one page, and to the file', () => {
  show({ ...creditNote, lineCount: 250, totalPages: 3, currentPage: 2 })
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const path = '/artist-dashboard/vat-invoices/CRN-000001'
  expect(href('Previous')).toBe(path)
  expect(href('Next')).toBe(`${path}?page=3`)
  expect(href('Show all lines to print')).toBe(`${path}?lines=all`)
  expect(href('Save as CSV')).toBe('/api/artist/vat-invoices/CRN-000001/csv')
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  screen.getByText('These are 1 of 250 lines. The sums are of all.')
})
