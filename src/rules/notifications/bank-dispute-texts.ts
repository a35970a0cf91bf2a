// What is told of a bank dispute: to admins, who answer it, and to the artists of what was paid.

import { adminBankDisputePath, adminPath } from '../admin/admin-paths.ts'
import type { BankDisputeStatus } from '../payments/bank-dispute-process.ts'
import { formatPence } from '../price.ts'
import { artistSalesPath } from '../sales/sales-search.ts'
import { moment } from './commission-notice-texts.ts'

export type BankDisputeDetails = {
  titles?: readonly string[] | undefined
  pence?: number | undefined
  /** Evidence is sent until then (ISO). */
  until?: string | undefined
  bankDisputeId?: string | undefined
  bankDispute?: BankDisputeStatus | undefined
  /** True if the artist does not bear a lost one. */
  keepsShare?: boolean | undefined
}

export function tellAdmin({ pence, until, bankDisputeId, bankDispute }: BankDisputeDetails) {
  const amount = formatPence(pence)
  const answer = until === undefined ? '' : `Please send evidence by ${moment(until)}.`
  const path =
    bankDisputeId === undefined ? adminPath('bankDisputes') : adminBankDisputePath(bankDisputeId)
  const page = { path, pathLabel: 'See the bank dispute' }
  switch (bankDispute) {
    case 'inquiry':
      return { sentence: `A bank asks about a payment of ${amount}.`, addition: answer, ...page }
    case 'lost':
      return {
        sentence: `A bank dispute of ${amount} was lost.`,
        addition: 'The customer has the money. If it was for a commission, decide about that.',
        ...page,
      }
    case 'won':
      return {
        sentence: `A bank dispute of ${amount} was won.`,
        addition: 'The money is back.',
        ...page,
      }
    default:
      return {
        sentence: `A payment of ${amount} is disputed at the bank.`,
        addition: answer,
        ...page,
      }
  }
}

/** @param titles as they are named in sentences */
export function tellArtist({ keepsShare, bankDispute }: BankDisputeDetails, titles: string) {
  const page = { path: artistSalesPath(), pathLabel: 'See your sales' }
  switch (bankDispute) {
    case 'lost':
      return {
        sentence: `The bank dispute about ${titles} was lost.`,
        addition:
          keepsShare === false
            ? 'The customer has the money back, and we take your share back.'
            : 'The customer has the money back. You keep your share.',
        ...page,
      }
    case 'won':
      return {
        sentence: `The bank dispute about ${titles} was won.`,
        addition: 'Transfers that waited for it go on.',
        ...page,
      }
    default:
      return {
        sentence: `The payment for ${titles} is disputed at the customer’s bank.`,
        addition: 'What was not transferred yet waits until the bank has decided.',
        ...page,
      }
  }
}
