import { expect, test } from 'vitest'
import { divisionText, parseDivision, sumOfParts } from './divided-refund.ts'

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
