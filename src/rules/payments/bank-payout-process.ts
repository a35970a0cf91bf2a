// The life of a payout from an artist's account to a bank, and what its artist reads of it.

import { defineProcess, type StatusOf } from '../process.ts'

export const bankPayoutProcess = defineProcess({
  statuses: ['on_its_way', 'paid', 'failed', 'returned', 'cancelled'],
  start: 'on_its_way',
  steps: {
    arrive: { from: ['on_its_way'], to: 'paid', by: ['provider'] },
    // It did not reach the bank.
    fail: { from: ['on_its_way'], to: 'failed', by: ['provider'] },
    // The bank has sent back what had arrived.
    return: { from: ['paid'], to: 'returned', by: ['provider'] },
    cancel: { from: ['on_its_way'], to: 'cancelled', by: ['provider'] },
  },
})
export type BankPayoutStatus = StatusOf<typeof bankPayoutProcess>

/** Our statuses of what the card provider says. */
export const bankPayoutStates = {
  on_its_way: ['on_its_way'],
  paid: ['paid'],
  failed: ['failed', 'returned'],
  canceled: ['cancelled'],
} as const satisfies Record<string, readonly BankPayoutStatus[]>

export const bankPayoutNames: Record<BankPayoutStatus, string> = {
  on_its_way: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  returned: 'Returned by the bank',
  cancelled: 'Cancelled',
}

const enterAgain = 'Enter your bank account again: the money is paid with the next payout.'

/** What the provider's codes mean, and what to do. */
const failures = new Map([
  ['no_account', `The bank has no such account. ${enterAgain}`],
  ['account_closed', `The bank account is closed. ${enterAgain}`],
  ['account_frozen', `The bank account is frozen. Ask your bank, or enter another account.`],
  ['bank_account_restricted', `The bank account takes no such payments. Enter another account.`],
  ['bank_ownership_changed', `The bank account has a new owner. ${enterAgain}`],
  ['debit_not_authorized', `The bank account does not allow debits. Ask your bank.`],
  ['declined', 'The bank has declined it. Ask your bank, or enter another account.'],
  ['incorrect_account_holder_name', `The name is not that of the account. ${enterAgain}`],
  ['incorrect_account_holder_address', `The address is not that of the account. ${enterAgain}`],
  ['incorrect_account_type', `The account is of another kind. Enter another account.`],
  ['invalid_account_number', `The account number is wrong. ${enterAgain}`],
  ['invalid_currency', `The bank account takes no pounds. Enter another account.`],
  ['unsupported_card', 'The card takes no payouts. Enter a bank account.'],
  ['could_not_process', `The bank could not process it. Ask your bank, or enter another account.`],
  [
    'insufficient_funds',
    'There was not enough on your payment account. It is tried again with the next payout.',
  ],
])

/** Why it is not at the bank, and what to do; null for one that is, or may be. */
export function bankPayoutProblem(
  status: BankPayoutStatus,
  failureCode: string | null,
): string | null {
  if (status === 'on_its_way' || status === 'paid') return null
  if (status === 'cancelled') return 'It was cancelled. The money is paid with the next payout.'
  return (
    failures.get(failureCode ?? '') ??
    'The bank did not take it. Ask your bank, or enter another account.'
  )
}
