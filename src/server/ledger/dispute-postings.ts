// What a bank's decision about a dispute is in the ledger. What has moved on the balance is booked by its type
// (balance-postings.ts).

import type { Posting } from './ledger-postings.ts'

type Decided = { disputeId: string; paymentId: string; pence: number }

/** The customer keeps what the bank has taken back: the platform bears it. */
export function postingOfLostDispute({ disputeId, paymentId, pence }: Decided): Posting {
  return {
    fact: `dispute_lost:${disputeId}`,
    paymentId,
    entries: pence === 0 ? [] : lossOf(pence),
  }
}

export function postingOfWonBackDispute({ disputeId, paymentId, pence }: Decided): Posting {
  return {
    fact: `dispute_won_back:${disputeId}`,
    paymentId,
    entries: pence === 0 ? [] : lossOf(-pence),
  }
}

const lossOf = (pence: number): Posting['entries'] => [
  { account: 'losses', pence },
  { account: 'disputed', pence: -pence },
]
