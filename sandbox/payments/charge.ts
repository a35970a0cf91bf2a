// Charges: payments from a card to an account.
import type { Stripe } from 'stripe'
import { currency } from '../money/amounts.ts'
import { newId } from '../storage/ids.ts'
import type { CardFacts } from '../storage/stored-kinds.ts'

export interface NewCharge {
  id: string
  amountPence: number
  /** What it has brought, if not all. */
  capturedPence?: number
  /** Unix seconds. */
  created: number
  balanceTransaction: string | null
  paymentIntent: string | null
  paymentMethod: string | null
  card: CardFacts | null
  metadata: Record<string, string>
  transferGroup: string | null
  sourceTransfer?: string
  /** The result of 3-D Secure authentication; left out when the bank required none. */
  authentication?: 'authenticated' | 'failed'
  failure?: { code: string; message: string }
  /** The money has not come in yet, and may not. */
  isPending?: boolean
}

/** Of an attempt to pay by card on the hosted page. */
export function chargeOfIntent(
  intent: Stripe.PaymentIntent,
  attempt: Omit<
    NewCharge,
    'amountPence' | 'paymentIntent' | 'paymentMethod' | 'metadata' | 'transferGroup'
  >,
): Stripe.Charge {
  return newCharge({
    ...attempt,
    amountPence: intent.amount,
    paymentIntent: intent.id,
    paymentMethod: newId('pm'),
    metadata: intent.metadata,
    transferGroup: intent.transfer_group,
  })
}

export function newCharge(charge: NewCharge): Stripe.Charge {
  const isAccepted = !charge.failure
  const paid = isAccepted && charge.isPending !== true
  return {
    ...emptyCharge,
    id: charge.id,
    amount: charge.amountPence,
    amount_captured: paid ? (charge.capturedPence ?? charge.amountPence) : 0,
    balance_transaction: charge.balanceTransaction,
    billing_details: { ...noBillingDetails, name: charge.card?.nameOnCard ?? null },
    captured: isAccepted,
    created: charge.created,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    metadata: charge.metadata,
    outcome: charge.card ? outcomeOf(charge) : null,
    paid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: charge.card ? cardDetails(charge.card, charge) : null,
    source_transfer: charge.sourceTransfer ?? null,
    status: paid ? 'succeeded' : isAccepted ? 'pending' : 'failed',
    transfer_group: charge.transferGroup,
  }
}

function outcomeOf({ failure }: NewCharge): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure ? failure.code : null,
    risk_level: 'normal',
    seller_message: failure ? failure.message : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(
  card: CardFacts,
  { amountPence, authentication }: NewCharge,
): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'card',
    card: {
      amount_authorized: amountPence,
      authorization_code: null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'pass',
      },
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authentication ? threeDSecure(authentication) : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

function threeDSecure(
  result: 'authenticated' | 'failed',
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: result === 'authenticated' ? '05' : null,
    exemption_indicator: null,
    result,
    result_reason: result === 'failed' ? 'rejected' : null,
    transaction_id: null,
    version: '2.2.0',
  }
}

const noBillingDetails: Stripe.Charge.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

type FilledIn =
  | 'id'
  | 'amount'
  | 'amount_captured'
  | 'balance_transaction'
  | 'billing_details'
  | 'captured'
  | 'created'
  | 'failure_code'
  | 'failure_message'
  | 'metadata'
  | 'outcome'
  | 'paid'
  | 'payment_intent'
  | 'payment_method'
  | 'payment_method_details'
  | 'source_transfer'
  | 'status'
  | 'transfer_group'

const emptyCharge: Omit<Stripe.Charge, FilledIn> = {
  object: 'charge',
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: null,
  currency,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
}
