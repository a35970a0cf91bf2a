// The objects of the card provider, in the app's terms.

import type { BalanceTransaction } from './balance-transaction.ts'

/** The subject of a payment, e.g. an order: the provider shows it beside each of its objects. */
export type SubjectRef = { kind: string; id: string }

/**
 * A refund at the provider. `failed` and `canceled` mean that the money is back in our balance, even after `succeeded`:
 * `failed` is caused by the bank, `canceled` by a user of the provider's dashboard.
 */
export type MadeRefund = {
  providerId: string
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** How it has left our balance; null while it waits for money there. */
  left: BalanceTransaction | null
  /** How it has come back; null in a list. */
  returned: BalanceTransaction | null
  /** The reason when it failed or was canceled. */
  problem: string
  /** It failed because the card is closed, lost or expired: another attempt would fail as well. */
  isCardClosed: boolean
}

type Made = {
  pence: number
  madeAt: Date
  /** Its money went back wholly, or a person has said that it is settled. */
  isSettled: boolean
}

/** A transfer at the provider, with how it has left our balance. */
export type SentTransfer = { providerId: string; balance: BalanceTransaction }

/** A reversal at the provider, with how it has come back to our balance. */
export type SentReversal = SentTransfer

export type MadeTransfer = Made &
  SentTransfer & {
    /** Our transfer that it names. */
    transferId: string | null
    chargeId: string | null
  }

export type MadeReversal = Made &
  SentReversal & {
    /** Our reversal that it names. */
    reversalId: string | null
    /** The provider's id of the transfer. */
    sentTransferId: string
  }

export type ListedRefund = Made & MadeRefund & { refundId: string | null; chargeId: string | null }

/** The objects at the provider, of this app or of another one on the same account. */
export type MadeObjects = {
  charges: (Made & {
    chargeId: string
    paymentIntentId: string | null
    subject: SubjectRef | null
  })[]
  transfers: MadeTransfer[]
  reversals: MadeReversal[]
  refunds: ListedRefund[]
  disputes: ListedDispute[]
  /** What the provider says of these cannot be read. */
  unread: UnreadObject[]
}

export type UnreadObject = { id: string; error: unknown }

/** A dispute: a customer's bank asks about a charge, or has taken it back. */
export type ListedDispute = {
  disputeId: string
  chargeId: string
  /** `inquiry`: the bank only asks. `answered`: it has evidence. `closed`: an inquiry that has not become a dispute. */
  state: 'inquiry' | 'open' | 'answered' | 'lost' | 'won' | 'closed'
  pence: number
  /** The customer's, in the provider's words. */
  reason: string
  openedAt: Date
  answerBy: Date | null
  /** Evidence has been sent. */
  isAnswered: boolean
}

/** The state of a charge, whoever changed it. */
export type ChargeHistory = {
  /** So much can still be refunded. */
  unrefundedPence: number
  /** Without those that have failed or were cancelled, the oldest first. */
  refunds: ListedRefund[]
  /** The customer disputes it at the bank, or the bank has decided for the customer; null otherwise. */
  dispute: { disputeId: string; pence: number; state: 'open' | 'lost' } | null
  /** All of them, the oldest first. */
  disputes: ListedDispute[]
}
