import { expect, test } from 'vitest'
import { refundAmountBlank, refundErrors } from '#rules/errors/refund-errors.ts'
import { problemsOfAmounts } from './amount-problems.ts'

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
