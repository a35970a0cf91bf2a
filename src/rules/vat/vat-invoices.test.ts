import { expect, test } from 'vitest'
import {
  readVatInvoiceNumber,
  vatInvoiceNumber,
  vatInvoiceNumberPattern,
  vatInvoicePath,
  vatInvoicesPath,
} from './vat-invoices.ts'

test.each([
  ['invoice', 12, 'INV-000012'],
  ['credit_note', 1_234_567, 'CRN-1234567'],
] as const)('the %s %i is %s, and is read as it is written', (kind, serial, number) => {
  expect(vatInvoiceNumber(kind, serial)).toBe(number)
  expect(number).toMatch(vatInvoiceNumberPattern)
  expect(readVatInvoiceNumber(number)).toEqual({ kind, serial })
  expect(vatInvoicePath(number)).toBe(`${vatInvoicesPath()}/${number}`)
})

test('other numbers are none of a VAT invoice', () => {
  for (const number of ['UND-000012', 'INV-12', 'INV-0000000012', 'inv-000012', 'INV-000012 '])
    expect(number).not.toMatch(vatInvoiceNumberPattern)
})
