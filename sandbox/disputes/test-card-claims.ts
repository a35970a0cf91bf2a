// Test cards whose holder, or bank, objects to the payment at once.
import type { Stripe } from 'stripe'
import { warnOfFraud } from '../fraud-warnings/fraud-warning.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import type { CardBehaviour } from '../storage/stored-kinds.ts'
import type { DisputeReason } from './dispute.ts'
import { openDispute } from './open-dispute.ts'

const claims: Partial<Record<CardBehaviour, { reason: DisputeReason; isInquiry: boolean }>> = {
  'disputed-as-fraudulent': { reason: 'fraudulent', isInquiry: false },
  'disputed-as-not-received': { reason: 'product_not_received', isInquiry: false },
  'inquired-about': { reason: 'fraudulent', isInquiry: true },
}

export function objectToPayment(
  sandbox: Sandbox,
  charge: Stripe.Charge,
  behaviour: CardBehaviour,
): void {
  if (behaviour === 'reported-as-fraud') warnOfFraud(sandbox, charge)
  const claim = claims[behaviour]
  if (!claim) return
  openDispute(sandbox, byHostedPage, charge, { ...claim, amountPence: charge.amount_captured })
}
