import { expect, test } from 'vitest'
import { commissionSpans } from './commission-spans.ts'
import { payTimeText, silentApprovalText } from './span-texts.ts'

test('the time to pay is said in days where they are whole', () => {
  expect(payTimeText(commissionSpans)).toBe('3 days')
  expect(payTimeText({ payHours: 24 })).toBe('1 day')
  expect(payTimeText({ payHours: 36 })).toBe('36 hours')
  expect(payTimeText({ payHours: 1 })).toBe('1 hour')
})

test('where silence does not approve, the last day does', () => {
  expect(silentApprovalText(commissionSpans)).toBe('after 14 days')
  expect(silentApprovalText({ ...commissionSpans, approvalDays: 0 })).toBe(
    '84 days after the payment',
  )
})
