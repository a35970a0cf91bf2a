// Every kind of object the sandbox stores, by its name in the database. The shapes stated here are the
// sandbox's own; the others are the stripe package's.
import type { Stripe } from 'stripe'

export interface StoredKinds {
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  'checkout.order': CheckoutOrder
  'checkout.session': Stripe.Checkout.Session
  connect_collection_transfer: Stripe.ConnectCollectionTransfer
  dispute: Stripe.Dispute
  'dispute.course': DisputeCourse
  event: SnapshotEvent
  file: Stripe.File
  'file.contents': FileContents
  payment_intent: Stripe.PaymentIntent
  payout: Stripe.Payout
  'payout.course': PayoutCourse
  'payout.settings': PayoutSettings
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund
  reserve_transaction: Stripe.ReserveTransaction
  setup: Setup
  setup_link: SetupLink
  setup_visit: SetupVisit
  topup: Stripe.Topup
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  'v2.core.account': Stripe.V2.Core.Account
  'v2.core.event': ThinEvent
}

export type Kind = keyof StoredKinds

/** The progress of an account's holder through onboarding. */
export interface Setup {
  id: string
  account: string
  details: { legalName: string; dateOfBirth: string } | null
  bank: BankAccount | null
  document: string | null
  /** The provider is verifying the details; none are missing, but transfers are not allowed yet. */
  isBeingChecked?: boolean
}

export const bankBehaviours = ['works', 'no_account', 'account_closed', 'returns'] as const
/** `returns`: the payout arrives, and comes back days later. The others name why it does not arrive. */
export type BankBehaviour = (typeof bankBehaviours)[number]

/** What may be stored of a bank account: of its number only the last digits. */
export interface BankAccount {
  sortCode: string
  last4: string
  /** It works when left out. */
  behaviour?: BankBehaviour
  /** A payout has failed: the provider pays nothing to it until its holder has entered it again. */
  isUnusable?: boolean
}

/** A link works once and starts a visit, which lasts while the holder fills in the steps. */
export interface SetupLink {
  id: string
  account: string
  refreshUrl: string
  returnUrl: string | null
  useCase: string
  /** Unix seconds. */
  expiresAt: number
  isOpened: boolean
}

export interface SetupVisit {
  id: string
  link: string
  /** Unix seconds. */
  expiresAt: number
}

/** The lines and the payment details of a checkout session, which the session object itself does not contain. */
export interface CheckoutOrder {
  id: string
  lines: LineItem[]
  /** Of the lines' products, by the line's id: shown on the payment page, and not part of the line itself. */
  productDescriptions?: Record<string, string>
  payment: {
    captureMethod: 'automatic' | 'automatic_async'
    description: string | null
    metadata: Record<string, string>
    transferGroup: string | null
    statementDescriptorSuffix: string | null
  }
  /** The card of a payment that waits for its holder's authentication, or for its money. */
  waitingCard: CardFacts | null
  /** What its payment brings, if not the total. */
  receivedPence?: number
}

export const disputeOutcomes = ['won', 'lost', 'warning_closed', 'escalated'] as const
/** `escalated`: the bank turns its inquiry into a dispute. */
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** How a dispute goes on by itself, which the dispute object does not show. */
export interface DisputeCourse {
  id: string
  dispute: string
  /** Unix seconds; null when the bank decides only by the control API, or has decided. */
  decidesAt: number | null
  outcome: DisputeOutcome
  /** The fee for countering that is given back when the dispute is won. */
  counteredFeePence: number
}

/** The bytes of a file, which the file object does not show. */
export interface FileContents {
  id: string
  base64: string
}

/** How a payout goes on by itself, which the payout object does not show. */
export interface PayoutCourse {
  id: string
  payout: string
  /** Unix seconds; null at the end. */
  movesAt: number | null
  step: 'submit' | 'arrive' | 'return'
}

/** What an account, or the platform, has set about its balance. */
export interface PayoutSettings {
  id: string
  schedule: PayoutSchedule
  minimumPence: number
  statementDescriptor: string | null
  debitsNegativeBalance: boolean
  /** Null: the usual. */
  delayDays: number | null
}

export type PayoutSchedule =
  | { interval: 'daily' | 'manual' }
  | { interval: 'weekly'; days: Weekday[] }
  /** 1 to 31; beyond the last day of a month it means the last. */
  | { interval: 'monthly'; days: number[] }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export type Weekday = (typeof weekdays)[number]

// On the wire decimals are strings.
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }

export type CardBehaviour =
  | 'succeeds'
  | 'succeeds-available-at-once'
  | 'refunds-later'
  | 'confirms-later'
  | 'fails-later'
  | 'needs-authentication'
  | 'disputed-as-fraudulent'
  | 'disputed-as-not-received'
  | 'inquired-about'
  | 'reported-as-fraud'
  | 'declined'
  | 'insufficient-funds'

/** What may be stored of a card: never its number or security code. */
export interface CardFacts {
  last4: string
  brand: string
  expMonth: number
  expYear: number
  nameOnCard: string
  behaviour: CardBehaviour
  /** The country of issue, as an ISO 3166 code. */
  country: string
}

/** An event of the first API. */
export interface SnapshotEvent {
  id: string
  object: 'event'
  /** The connected account that it is about; left out for the platform's own. */
  account?: string
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  /** Number of deliveries that have not had a 2xx response yet. */
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** An event of the second API. */
export interface ThinEvent {
  id: string
  object: 'v2.core.event'
  /** ISO 8601 */
  created: string
  livemode: false
  reason?: { type: 'request'; request: { id: string; idempotency_key: string } }
  related_object?: { id: string; type: string; url: string }
  data?: object
  type: string
}
