// The app's interface to the card provider, in the app's terms. Money is integer pence, GBP.

import type { BalanceTransaction } from './balance-transaction.ts'
import type { PayoutCalls } from './bank-payouts.ts'
import type {
  ChargeHistory,
  ListedRefund,
  MadeObjects,
  MadeRefund,
  MadeReversal,
  MadeTransfer,
  SentReversal,
  SentTransfer,
  SubjectRef,
} from './made-objects.ts'
import type { ListCalls } from './provider-lists.ts'
import type { Evidence } from '#rules/payments/dispute-evidence.ts'
import type { EvidenceFileField, EvidenceFileType } from '#rules/payments/evidence-files.ts'

export type { BalanceTransaction }
export type {
  ChargeHistory,
  ListedDispute,
  ListedRefund,
  MadeObjects,
  MadeRefund,
  MadeReversal,
  MadeTransfer,
  SentReversal,
  SentTransfer,
  SubjectRef,
} from './made-objects.ts'

/** The provider's page shows the description below the name. */
export type CheckoutLine = { name: string; description: string | null; pence: number }

export type CheckoutToOpen = {
  paymentId: string
  subject: SubjectRef
  lines: CheckoutLine[]
  customerEmail: string
  successUrl: string
  cancelUrl: string
  /** Creation time of the payment's row: no checkout of the payment is older. */
  createdAt: Date
  expiresAt: Date
  /** The key in the payment's row, written before the call: the same key never opens a second checkout. */
  idempotencyKey: string
}

export type Checkout = {
  sessionId: string
  paymentId: string | null
  state: 'open' | 'complete' | 'expired'
  /** `confirming`: some payment methods bring the money, or fail, days after the checkout is complete. */
  money: 'none' | 'confirming' | 'received' | 'failed'
  totalPence: number
  currency: string
  livemode: boolean
  /** Known once it is paid, or a little later. */
  charge: Charge | null
}

export type Charge = {
  paymentIntentId: string
  chargeId: string
  /** It has brought this to our balance. */
  balance: BalanceTransaction
  /** The last four digits of the card; null if it was paid by something else. */
  cardLast4: string | null
}

export type AccountToOpen = {
  userId: string
  email: string
  /** The same key never opens a second account. */
  idempotencyKey: string
}

/** `page` continues a list where `nextPage` of the page before says. */
export type AccountSearch = { userId: string; page: string | null }
export type AccountPage = { accountId: string | null; nextPage: string | null }

/** Whether an artist can be paid; `todo` lists the missing steps in text for the artist. */
/**
 * `payoutsEnabled`, as in the specification: the account can receive transfers. `isBankUnusable`: what it receives cannot be
 * paid to its bank, until the artist has entered one again.
 */
export type AccountReadiness = { payoutsEnabled: boolean; isBankUnusable: boolean; todo: string[] }

export type TransferToSend = {
  transferId: string
  subject: SubjectRef
  amountPence: number
  toAccount: string
  /** The charge the money comes from: the transfer settles with it, independent of the available balance. */
  chargeId: string
  idempotencyKey: string
}

/** A part of a transfer is taken back from the account that it went to. */
export type ReversalToSend = {
  reversalId: string
  subject: SubjectRef
  /** The provider's id of the transfer. */
  sentTransferId: string
  amountPence: number
  idempotencyKey: string
}

export type RefundToSend = {
  refundId: string
  subject: SubjectRef
  amountPence: number
  chargeId: string
  idempotencyKey: string
}

export type EvidenceUpload = {
  name: string
  mediaType: EvidenceFileType
  bytes: Uint8Array
  idempotencyKey: string
}

export type PaymentEvent = {
  id: string
  type: string
  livemode: boolean
  /** The subject of the event; `other` if it is only counted. */
  object:
    | { kind: 'checkout'; paymentId: string | null; sessionId: string }
    | { kind: 'refund'; refundId: string | null; chargeId: string | null }
    | { kind: 'charge'; chargeId: string | null }
    | { kind: 'transfer'; transferId: string }
    // Of the platform, or of an artist's account.
    | { kind: 'payout'; payoutId: string; providerAccountId: string | null }
    | { kind: 'balance' }
    | { kind: 'account'; accountId: string }
    | { kind: 'other' }
}

/** The provider refused for good: a retry with the same key only returns the same refusal. */
export class PaymentRefused extends Error {
  readonly code: string
  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}

/** The codes of a refused reversal: the account has too little, or is closed. */
export const accountRefusals: readonly string[] = [
  'account_balance_insufficient',
  'account_invalid',
]

/** The outcome is unknown: retry with the same key. */
export class PaymentUnknown extends Error {}

/** The provider does not accept our secret key: revoked, rotated, or without a permission. Nothing is known of the request. */
export class PaymentKeyRefused extends PaymentUnknown {}

/**
 * The outcome is unknown, and the key cannot reveal it: the provider has stored a failure of its own under it, or
 * knows it with other parameters. The caller must first search for the object, and only then use another key.
 */
export class PaymentKeySpent extends PaymentUnknown {}

/** The event is not from the provider, too old, or from the future. */
export class EventNotGenuine extends Error {}

export type Payments = PayoutCalls &
  ListCalls & {
    /** Whether our key moves real money. */
    livemode: boolean
    /** Origins of the provider's pages for customers and artists, as sources of a Content-Security-Policy. */
    pageOrigins: readonly string[]
    /** The one checkout of a payment. @throws PaymentRefused: then there is none, and never will be for this payment. */
    openCheckout(checkout: CheckoutToOpen): Promise<{ sessionId: string; url: string }>
    findCheckout(sessionId: string): Promise<Checkout>
    /** Returns the current state: a session that was paid meanwhile stays complete. */
    expireCheckout(sessionId: string): Promise<Checkout['state']>
    /** @throws PaymentKeySpent: an account of the artist may exist, and is searched for before another key is used. */
    openAccount(account: AccountToOpen): Promise<string>
    /** Looks for an artist's account in one page of all accounts: the provider offers no filter. */
    searchAccounts(search: AccountSearch): Promise<AccountPage>
    findReadiness(accountId: string): Promise<AccountReadiness>
    openOnboarding(
      accountId: string,
      urls: { returnUrl: string; refreshUrl: string },
    ): Promise<string>
    sendTransfer(transfer: TransferToSend): Promise<SentTransfer>
    /** The transfer that was made for a transfer row, if any. */
    findTransfer(transfer: {
      transferId: string
      subject: SubjectRef
    }): Promise<SentTransfer | null>
    /** @throws PaymentRefused with a code of `accountRefusals`: the account that the transfer went to cannot give it back. */
    sendReversal(reversal: ReversalToSend): Promise<SentReversal>
    /** The reversal that was made for a reversal row, if any. */
    findReversal(reversal: {
      reversalId: string
      sentTransferId: string
    }): Promise<SentReversal | null>
    /** Null if there is none. */
    readReversal(reversal: {
      providerId: string
      sentTransferId: string
    }): Promise<MadeReversal | null>
    /** All of a transfer. */
    listReversals(sentTransferId: string): Promise<MadeReversal[]>
    /** Refunds part of a charge to the card; it can have failed already. Transfers made from it are not reversed. */
    sendRefund(refund: RefundToSend): Promise<MadeRefund>
    /** The refund that was made for a refund row and has not failed or been canceled, if any. */
    findRefund(refund: { refundId: string; chargeId: string }): Promise<MadeRefund | null>
    /** The current state of a refund that was made. */
    readRefund(providerId: string): Promise<ListedRefund>
    /** Why a charge cannot be refunded, or not wholly. */
    readCharge(chargeId: string): Promise<ChargeHistory>
    /** Everything that was made since then: charges that were paid, transfers, reversals, refunds, disputes. */
    listMade(since: Date): Promise<MadeObjects>
    /** A page of what has moved on our balance since then, or ever: the latest first. */
    listBalanceTransactions(list: {
      since: Date | null
      page: string | null
    }): Promise<{ moved: BalanceTransaction[]; nextPage: string | null }>
    /** Reads our balance as it is now, pending and available together. */
    readBalancePence(): Promise<number>
    /** The charge that a customer disputes. */
    findDisputedCharge(disputeId: string): Promise<string>
    /** A file that evidence can name. Returns its id at the provider. @throws PaymentRefused: it takes no such file */
    uploadEvidence(file: EvidenceUpload): Promise<string>
    /** For a customer's bank, once under the same key. @throws PaymentRefused: the bank takes none any more */
    sendEvidence(sent: {
      disputeId: string
      evidence: Evidence
      /** The provider's ids of what was uploaded. */
      files: Partial<Record<EvidenceFileField, string>>
      idempotencyKey: string
    }): Promise<void>
    /** Null if there is none. */
    readTransfer(providerId: string): Promise<MadeTransfer | null>
    /** The checkout that a payment at the provider belongs to. */
    findSession(
      paymentIntentId: string,
    ): Promise<{ sessionId: string; paymentId: string | null } | null>
    /** @throws EventNotGenuine */
    readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
    /** Thin events arrive at a second endpoint with its own secret. @throws EventNotGenuine */
    readThinEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
    /** Readiness check; throws when the provider does not respond. */
    check(): Promise<void>
  }

/** Groups the charge and the transfers of a subject at the provider, e.g. `order_…`. */
export function transferGroupOf({ kind, id }: SubjectRef): string {
  return `${kind}_${id}`
}

/** Shown on the provider's dashboard, e.g. `order_id`. */
export function subjectMetadata({ kind, id }: SubjectRef): Record<string, string> {
  return { [`${kind}_id`]: id }
}
