import { expect, test } from 'vitest'
import { vatSentence } from './vat-texts.ts'

test('a customer reads how much VAT the total contains, and by which number', () => {
  const vat = { rate: 1_750, number: 'GB123456789', vatPence: 85, netPence: 485 }
  expect(vatSentence(vat)).toBe(
    'The total contains £0.85 of VAT at 17.5%, and is £4.85 without it. VAT number: GB123456789.',
  )
})
