import { expect, test } from 'vitest'
import { receiptNumber, receiptNumberPattern, receiptSerial } from './receipt-number.ts'

test.each([
  [1, 'UND-000001'],
  [999_999, 'UND-999999'],
  [1_000_000, 'UND-1000000'],
  [999_999_999, 'UND-999999999'],
])('the receipt %i is written %s, and read back', (serial, number) => {
  expect(receiptNumber(serial)).toBe(number)
  expect(receiptNumberPattern.test(number)).toBe(true)
  expect(receiptSerial(number)).toBe(serial)
})

test.each([
  'UND-12',
  'und-000012',
  'UND-0000000001',
  'UND-00001a',
  '000012',
  'UND-000012 ',
  ' UND-000012',
])('%j is not the number of a receipt', (text) => {
  expect(receiptNumberPattern.test(text)).toBe(false)
})
