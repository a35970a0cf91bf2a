import { expect, test } from 'vitest'
import { refundAmountBlank, refundErrors } from '../errors/refund-errors.ts'
import { divisionText, parseDivision, problemsOfAmounts, sumOfParts } from './divided-refund.ts'

test('a division is read as it was typed; what gets nothing is left out', () => {
  const text = divisionText([
    { saleId: 'a', amount: ' £5.70' },
    { saleId: 'b', amount: '3,5' },
    { saleId: 'c', amount: ' ' },
    { saleId: 'd', amount: '0' },
  ])
  const parts = [
    { saleId: 'a', pence: 570 },
    { saleId: 'b', pence: 350 },
  ]
  expect(parseDivision(text)).toEqual(parts)
  expect(sumOfParts(parts)).toBe(920)
  expect(parseDivision('')).toEqual([])
})

test.each(['a=five', 'a', 'a=-1', 'a=1=2', 'a=1;a=2', 'a=1;5'])('%s is no division', (text) => {
  expect(parseDivision(text)).toBeNull()
})

test('an amount is wrong if it is none, or more than is left of its sale', () => {
  const typed = [
    { saleId: 'a', amount: '5.70' },
    { saleId: 'b', amount: '3.51' },
    { saleId: 'c', amount: 'five' },
    { saleId: 'd', amount: '' },
    { saleId: 'unknown', amount: '0.01' },
  ]
  const sales = [
    { id: 'a', leftPence: 570 },
    { id: 'b', leftPence: 350 },
    { id: 'c', leftPence: 350 },
    { id: 'd', leftPence: 0 },
  ]
  const { message } = refundErrors.refund_out_of_range
  expect(problemsOfAmounts(typed, sales)).toEqual([
    { saleId: 'b', message },
    { saleId: 'c', message: refundAmountBlank },
    { saleId: 'unknown', message },
  ])
})
