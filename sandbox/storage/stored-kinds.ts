// Every kind of object the sandbox stores, by its name in the database.
import type { Stripe } from 'stripe'
import type { Setup, SetupLink, SetupVisit } from '../accounts/setup.ts'
import type { CheckoutOrder } from '../checkout/checkout-order.ts'
import type { SnapshotEvent } from '../events/snapshot-event.ts'
import type { ThinEvent } from '../events/thin-event.ts'

export interface StoredKinds {
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  'checkout.order': CheckoutOrder
  'checkout.session': Stripe.Checkout.Session
  event: SnapshotEvent
  payment_intent: Stripe.PaymentIntent
  refund: Stripe.Refund
  setup: Setup
  setup_link: SetupLink
  setup_visit: SetupVisit
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  'v2.core.account': Stripe.V2.Core.Account
  'v2.core.event': ThinEvent
}

export type Kind = keyof StoredKinds
