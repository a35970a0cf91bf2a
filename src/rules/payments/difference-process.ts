// What differs between the card provider, our rows and the ledger: each kind, and what becomes of one.

import { defineProcess, type StatusOf } from '../process.ts'
import { commissionDifferences } from './commission-differences.ts'

export const differenceProcess = defineProcess({
  statuses: ['open', 'explained', 'mended'],
  start: 'open',
  steps: {
    // It is right as it is, for a reason that an admin states.
    explain: { from: ['open'], to: 'explained', by: ['admin'] },
    // An admin has put it right, or a later comparison finds it no more.
    mend: { from: ['open'], to: 'mended', by: ['admin', 'system'] },
  },
})
export type DifferenceStatus = StatusOf<typeof differenceProcess>

export const differenceStatuses = [
  'open',
  'explained',
  'mended',
] as const satisfies DifferenceStatus[]

/** What an admin can make of one. */
export const differenceEnds = ['explained', 'mended'] as const satisfies DifferenceStatus[]

type Kind = {
  /** As admins read it. */
  label: string
  /** What they do about it. */
  nextStep: string
  /** With what ours is compared, if not with the card provider. */
  otherSide?: string
}

const lookThere = 'Look at it in the provider’s dashboard.'
const compareRows =
  'Compare the payment, its transfers and refunds with the provider’s dashboard, and correct the row that is wrong.'
const comparePayout =
  'Compare the payout with the provider’s dashboard, and put back what somebody has changed in its row.'
const bookAgain =
  'Find who has changed the row, and put back what it was. Do not book anything before.'

/** Those of the comparison of a day, and those of the hourly checks that are about money or commissions. */
export const differenceKinds = {
  balance_transaction_missing: {
    label: 'A movement of the balance that the provider does not have',
    nextStep: lookThere,
  },
  balance_transaction_unbooked: {
    label: 'A movement of the balance that is not booked',
    nextStep: 'Book it, or explain it: one in another currency than GBP is never booked.',
  },
  balance_transaction_differs: {
    label: 'A movement of the balance with another amount or fee',
    nextStep: lookThere,
  },
  charge_differs: { label: 'A card payment of another amount', nextStep: compareRows },
  transfer_differs: { label: 'A transfer of another amount', nextStep: compareRows },
  reversal_differs: { label: 'A reversal of another amount', nextStep: compareRows },
  dispute_differs: { label: 'A bank dispute of another amount', nextStep: lookThere },
  dispute_state_differs: {
    label: 'A bank dispute in another state',
    nextStep:
      'Compare it with the provider’s dashboard, and correct its row if somebody has changed that.',
  },
  dispute_not_at_provider: {
    label: 'A bank dispute that the provider does not have',
    nextStep: lookThere,
  },
  dispute_loss_differs: {
    label: 'What a lost bank dispute has cost is not what is booked',
    nextStep: bookAgain,
    otherSide: 'booked',
  },
  dispute_fee_differs: {
    label: 'The fees of a bank dispute are not booked as such',
    nextStep: bookAgain,
  },
  reversal_sums_differ: {
    label: 'What a transfer counts as taken back, or as paid of debts, differs',
    nextStep: compareRows,
    otherSide: 'the sum of the rows',
  },
  debt_differs: {
    label: 'What an artist’s debt counts as paid differs',
    nextStep: compareRows,
    otherSide: 'the sum of the rows',
  },
  netting_differs: {
    label: 'What a transfer has paid of a debt is not what is booked',
    nextStep: bookAgain,
    otherSide: 'booked',
  },
  receivable_differs: {
    label: 'What an artist owes is not what the ledger says',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  reversal_not_at_provider: {
    label: 'A reversal that the provider does not have',
    nextStep: compareRows,
  },
  reversal_without_row: {
    label: 'A reversal that the books do not have',
    nextStep:
      'Find why money was taken back, and send it again or mark it there with the metadata “settled”.',
  },
  refund_differs: { label: 'A refund of another amount', nextStep: compareRows },
  payout_differs: { label: 'A bank payout of another amount', nextStep: lookThere },
  payout_unbooked: { label: 'A bank payout that has moved nothing', nextStep: lookThere },
  payment_unbooked: { label: 'A paid payment that has moved nothing', nextStep: compareRows },
  transfer_unbooked: { label: 'A sent transfer that has moved nothing', nextStep: compareRows },
  reversal_unbooked: { label: 'A reversal that has moved nothing', nextStep: compareRows },
  refund_unbooked: { label: 'A sent refund that has moved nothing', nextStep: compareRows },
  platform_payout_differs: {
    label: 'A payout of the platform of another amount',
    nextStep: comparePayout,
  },
  platform_payout_state_differs: {
    label: 'A payout of the platform in another state',
    nextStep: comparePayout,
  },
  platform_payout_not_at_provider: {
    label: 'A payout of the platform that the provider does not have',
    nextStep: comparePayout,
  },
  platform_payout_without_row: {
    label: 'A payout of the platform that the books do not have',
    nextStep: 'Read the log: each is recorded when it is read.',
  },
  bank_payout_differs: {
    label: 'A bank payout of an artist of another amount',
    nextStep: comparePayout,
  },
  bank_payout_state_differs: {
    label: 'A bank payout of an artist in another state',
    nextStep: comparePayout,
  },
  bank_payout_not_at_provider: {
    label: 'A bank payout of an artist that the provider does not have',
    nextStep: comparePayout,
  },
  bank_payout_without_row: {
    label: 'A bank payout of an artist that the books do not have',
    nextStep: 'Read the log: each is recorded when it is read.',
  },
  not_compared: {
    label: 'The provider’s object, or an artist’s account there, could not be compared',
    nextStep:
      'The log says why (“an object was not compared”). The comparison is tried again, and closes no day until it can be compared, or until you explain it; an account alone keeps no day open.',
  },
  closing_differs: {
    label: 'The balance at the day’s end is not the provider’s',
    nextStep:
      'Look at the other differences first: one of these movements may be the reason. Else compare the days’ sums with the provider’s balance report.',
  },
  day_changed: {
    label: 'A closed day was changed',
    nextStep: bookAgain,
    otherSide: 'the sum of its movements',
  },
  ledger_changed: {
    label: 'A closed day of the ledger was changed',
    nextStep: bookAgain,
    otherSide: 'the sum of its entries',
  },
  ledger_unbalanced: {
    label: 'A transaction of the ledger does not sum to zero',
    nextStep: bookAgain,
  },
  balance_differs: {
    label: 'The ledger has another amount than the provider has moved',
    nextStep: bookAgain,
  },
  balance_unnamed: {
    label: 'Money at the provider is booked without a movement there',
    nextStep: bookAgain,
  },
  available_differs: {
    label: 'What is available is not the sum of its movements',
    nextStep: bookAgain,
    otherSide: 'the sum of the movements',
  },
  refund_in_transit_differs: {
    label: 'Refunds on their way are not what has left the balance',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  held_differs: {
    label: 'What is held is not what was paid',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  owed_more_than_paid: {
    label: 'More is owed than was paid',
    nextStep: compareRows,
    otherSide: 'paid',
  },
  owed_sums_differ: {
    label: 'What is owed is not what the payment counts',
    nextStep: compareRows,
    otherSide: 'the sum of the rows',
  },
  transferred_twice: { label: 'A second transfer', nextStep: compareRows },
  refunded_twice: { label: 'A second refund', nextStep: compareRows },
  transfer_without_approval: { label: 'A transfer without an approval', nextStep: compareRows },
  refund_missing: { label: 'A refund that is not on its way', nextStep: compareRows },
  settlement_unbooked: { label: 'A settlement that is not booked', nextStep: compareRows },
  sale_differs: {
    label: 'A sale that the ledger has otherwise',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  held_sale_differs: {
    label: 'A held sale that the ledger has otherwise',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  vat_differs: {
    label: 'The VAT of a payment that the ledger has otherwise',
    nextStep: compareRows,
    otherSide: 'booked',
  },
  vat_returned_differs: {
    label: 'The VAT that refunds of a sale have returned',
    nextStep: compareRows,
    otherSide: 'the sum of the rows',
  },
  sale_sums_differ: {
    label: 'The sums of an artist’s sales are not those of the rows',
    nextStep: 'Delete the artist’s rows of sale_sums, and insert them again.',
    otherSide: 'the sum of the rows',
  },
  statement_differs: {
    label: 'A monthly statement that the ledger has otherwise',
    nextStep: bookAgain,
    otherSide: 'booked',
  },
  statement_lines_differ: {
    label: 'The lines of a monthly statement do not sum to what it says',
    nextStep: bookAgain,
    otherSide: 'the sum of the lines',
  },
  ...commissionDifferences,
  payment_not_at_provider: {
    label: 'A payment that the provider does not have',
    nextStep: compareRows,
  },
  transfer_not_at_provider: {
    label: 'A transfer that the provider does not have',
    nextStep: compareRows,
  },
  refund_not_at_provider: {
    label: 'A refund that the provider does not have',
    nextStep: compareRows,
  },
  charge_without_payment: {
    label: 'Money came in, and no payment says so',
    nextStep: 'Find what it was paid for, or give it back.',
  },
  transfer_without_row: {
    label: 'A transfer that the books do not have',
    nextStep: 'Take it back at the provider, or mark it there with the metadata “settled”.',
  },
  refund_without_row: {
    label: 'A refund that the books do not have',
    nextStep:
      'Look whether the customer has the money twice, then mark it at the provider with the metadata “settled”.',
  },
} as const satisfies Record<string, Kind>

/** One that a former or later version has found has no words of its own. */
const otherDifference: Kind = { label: 'Another difference', nextStep: lookThere }

export function describeDifference(kind: string): Kind {
  const kinds: Record<string, Kind> = differenceKinds
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? otherDifference) : otherDifference
}
