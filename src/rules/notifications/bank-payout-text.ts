// What an artist is told of a bank payout that did not reach the bank, or came back from it.

import { artistPayoutsPath } from '../payments/payout-paths.ts'
import { formatPence } from '../price.ts'

export type BankPayoutDetails = {
  /** Negative: the bank was to pay what the payment account owes. */
  pence?: number | undefined
  /** It had arrived. */
  isReturned?: boolean | undefined
  reason?: string | undefined
}

export function tellPayout(details: BankPayoutDetails) {
  return {
    sentence: sentenceOf(details),
    addition: details.reason ?? '',
    path: artistPayoutsPath(),
    pathLabel: 'See your bank payouts',
  }
}

function sentenceOf({ pence = 0, isReturned }: BankPayoutDetails): string {
  const amount = formatPence(Math.abs(pence))
  if (pence < 0) return `Your bank did not pay ${amount} that your payment account owes.`
  return isReturned
    ? `Your bank has sent ${amount} back, which we had paid out to it.`
    : `The payout of ${amount} did not reach your bank.`
}
