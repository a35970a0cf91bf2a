// What the product asks of the card provider, in the product's words. Money is integer pence, GBP.

export type CheckoutToOpen = {
  orderId: string
  lines: { name: string; pence: number }[]
  customerEmail: string
  successUrl: string
  cancelUrl: string
  /** When our own row was written: no checkout of the order is older. */
  orderedAt: Date
  expiresAt: Date
  /** Our own row's key, written before the call: the same key never opens a second checkout. */
  idempotencyKey: string
}

export type Checkout = {
  sessionId: string
  orderId: string | null
  state: 'open' | 'complete' | 'expired'
  paid: boolean
  totalPence: number
  currency: string
  livemode: boolean
  /** Known once it is paid, or a little later. */
  payment: { paymentIntentId: string; chargeId: string; feePence: number } | null
}

export type ArtistToPay = { userId: string; email: string }

/** Whether an artist can be paid; `todo` says what is missing in words for the artist. */
export type PayoutReadiness = { ready: boolean; todo: string[] }

export type TransferToSend = {
  payoutId: string
  orderId: string
  amountPence: number
  toAccount: string
  /** The charge the money comes from: the transfer then settles with it, whatever is available now. */
  chargeId: string
  idempotencyKey: string
}

export type RefundToSend = {
  refundId: string
  orderId: string
  amountPence: number
  chargeId: string
  idempotencyKey: string
}

/**
 * A refund at the provider. `failed` and `canceled` are the money back in our balance, even after it had `succeeded`:
 * the first is the bank's doing, the second a person's.
 */
export type MadeRefund = {
  providerId: string
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** Why it did not stay. */
  problem: string
}

export type PaymentEvent = {
  id: string
  type: string
  livemode: boolean
  subject:
    | { kind: 'checkout'; orderId: string | null; sessionId: string }
    | { kind: 'refund'; refundId: string | null }
    | { kind: 'account'; accountId: string }
    | { kind: 'other' }
}

/** The provider said no, for good: asking again with the same key would only repeat it. */
export class PaymentRefused extends Error {
  readonly code: string
  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}

/** Nobody knows whether it happened: ask again with the same key. */
export class PaymentUnknown extends Error {}

/**
 * Nobody knows whether it happened, and the key says no more: the provider has stored a failure of its own under it, or
 * knows it with other parameters. What was made has to be searched for; only then is another key used.
 */
export class PaymentKeySpent extends PaymentUnknown {}

/** The event is not from the provider, or too old, or from the future. */
export class EventNotGenuine extends Error {}

export type Payments = {
  /** Whether our key moves real money. */
  livemode: boolean
  /** Of the pages it shows to customers and artists, as sources of a Content-Security-Policy. */
  pageOrigins: readonly string[]
  /** The one checkout of an order. @throws PaymentRefused: then there is none, and with this order never will be. */
  openCheckout(checkout: CheckoutToOpen): Promise<{ sessionId: string; url: string }>
  findCheckout(sessionId: string): Promise<Checkout>
  /** Answers what it is now: a session that was paid meanwhile stays complete. */
  expireCheckout(sessionId: string): Promise<Checkout['state']>
  /** The one account of an artist. */
  openPayoutAccount(artist: ArtistToPay): Promise<string>
  findReadiness(accountId: string): Promise<PayoutReadiness>
  openOnboarding(
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<string>
  sendTransfer(transfer: TransferToSend): Promise<string>
  /** The transfer that was made for a payout, if one was. */
  findTransfer(payout: { payoutId: string; orderId: string }): Promise<string | null>
  /** Gives part of a charge back to the card; transfers made of it stay. */
  sendRefund(refund: RefundToSend): Promise<MadeRefund>
  /** The refund that was made for a row of ours and has not come back, if there is one. */
  findRefund(refund: { refundId: string; chargeId: string }): Promise<MadeRefund | null>
  /** What has become of a refund that was made. */
  readRefund(providerId: string): Promise<MadeRefund>
  /** @throws EventNotGenuine */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
  /** Thin events: a second endpoint with its own secret. @throws EventNotGenuine */
  readThinEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
  /** Readiness; throws when the provider does not answer. */
  check(): Promise<void>
}

export function transferGroupOf(orderId: string): string {
  return `order_${orderId}`
}
