import { expect, test } from 'vitest'
import {
  readVatInvoiceNumber,
  readVatInvoiceSearch,
  vatInvoiceFilePath,
  vatInvoiceNumber,
  vatInvoiceNumberPattern,
  vatInvoicePath,
} from './vat-invoices.ts'

test.each([
  ['invoice', 12, 'INV-000012'],
  ['credit_note', 1_234_567, 'CRN-1234567'],
] as const)('the %s %i is %s, and is read as it is written', (kind, serial, number) => {
  expect(vatInvoiceNumber(kind, serial)).toBe(number)
  expect(number).toMatch(vatInvoiceNumberPattern)
  expect(readVatInvoiceNumber(number)).toEqual({ kind, serial })
  expect(vatInvoicePath(number)).toBe(`/artist-dashboard/vat-invoices/${number}`)
  expect(vatInvoiceFilePath(number)).toBe(`/api/artist/vat-invoices/${number}/csv`)
})

test('other numbers are none of a VAT invoice', () => {
  for (const number of ['UND-000012', 'INV-12', 'INV-0000000012', 'inv-000012', 'INV-000012 '])
    expect(number).not.toMatch(vatInvoiceNumberPattern)
})

test.each([
  ['', { page: 1 }, ''],
  ['page=3', { page: 3 }, '?page=3'],
  ['lines=all', { page: 1, lines: 'all' }, '?lines=all'],
  ['page=0', { page: 1 }, ''],
  ['page=1.5&lines=none', { page: 1 }, ''],
  ['page=100000', { page: 100_000 }, '?page=100000'],
  ['page=100001', { page: 1 }, ''],
] as const)(
  'the lines of “%s” are read from the URL and written to it',
  (query, search, written) => {
    expect(readVatInvoiceSearch(new URLSearchParams(query))).toStrictEqual(search)
    expect(vatInvoicePath('INV-000012', search)).toBe(
      `/artist-dashboard/vat-invoices/INV-000012${written}`,
    )
  },
)
