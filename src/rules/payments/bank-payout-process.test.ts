import { expect, test } from 'vitest'
import { bankPayoutProblem } from './bank-payout-process.ts'

test('a payout that is at the bank, or may be, has no problem', () => {
  expect(bankPayoutProblem('on_its_way', null)).toBeNull()
  expect(bankPayoutProblem('paid', 'account_closed')).toBeNull()
})

test.each([
  ['failed', 'no_account', /^The bank has no such account\. Enter your bank account again/],
  ['returned', 'account_closed', /^The bank account is closed\. Enter your bank account again/],
  ['returned', 'could_not_process', /^The bank could not process it\. Ask your bank/],
  ['failed', 'a_code_of_next_year', /^The bank did not take it\. Ask your bank/],
  ['failed', null, /^The bank did not take it\. Ask your bank/],
  ['cancelled', null, /^It was cancelled\. The money is paid with the next payout\.$/],
] as const)('a payout that is %s (%s) says why, and what to do', (status, code, sentence) => {
  expect(bankPayoutProblem(status, code)).toMatch(sentence)
})
