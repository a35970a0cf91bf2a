// What a dispute takes from the platform's balance, and gives back.
import type { Stripe } from 'stripe'
import { recordMovement } from '../money/balance.ts'
import { disputeCounteredFeePence, disputeReceivedFeePence } from '../money/price-list.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import type { Dispute } from './dispute.ts'

/** The amount and the fee in one balance transaction, available at once: the balance may become negative. */
export function withdrawFunds(sandbox: Sandbox, dispute: Dispute): Stripe.BalanceTransaction {
  return recordMovement(sandbox, {
    owner: platform,
    type: 'adjustment',
    reportingCategory: 'dispute',
    amountPence: -dispute.amount,
    feePence: disputeReceivedFeePence,
    feeDescription: 'Dispute fee',
    source: dispute.id,
    description: `Chargeback withdrawal for ${idOf(dispute.charge)}`,
  })
}

/** The amount without the fee: outside Mexico the provider never returns that. */
export function reinstateFunds(sandbox: Sandbox, dispute: Dispute): Stripe.BalanceTransaction {
  return recordMovement(sandbox, {
    owner: platform,
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    amountPence: dispute.amount,
    source: dispute.id,
    description: `Chargeback reversal for ${idOf(dispute.charge)}`,
  })
}

/**
 * The fee for submitting evidence is no part of the dispute's own transactions, and names no object. Assumptions: it is
 * booked at once (the provider may take days) and returned with the same type; in test mode the provider takes none.
 */
export function takeCounteredFee(sandbox: Sandbox): number {
  moveCounteredFee(sandbox, -disputeCounteredFeePence)
  return disputeCounteredFeePence
}

export function returnCounteredFee(sandbox: Sandbox, feePence: number): void {
  if (feePence > 0) moveCounteredFee(sandbox, feePence)
}

function moveCounteredFee(sandbox: Sandbox, amountPence: number): void {
  const today = new Date(sandbox.clock.nowMs()).toISOString().slice(0, 10)
  recordMovement(sandbox, {
    owner: platform,
    type: 'stripe_fee',
    amountPence,
    source: null,
    description: `Card Dispute Countered Fee (${today})`,
  })
}
