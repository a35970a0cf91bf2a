// What has become of a refund that the provider refuses, as its charge there says.

/** A refund of the charge at the provider that has neither failed nor been cancelled. */
export type FoundRefund = { providerId: string; pence: number }

type Dispute = { disputeId: string; pence: number; state: 'open' | 'lost' }

export type RefusedRefund = {
  pence: number
  /** The amount of its payment. */
  paidPence: number
  /** The one that names our row, if its answer was lost. */
  own: FoundRefund | null
  /** Those that no row of ours says were made, the oldest first. */
  unknown: readonly FoundRefund[]
  /** What of the charge can still be refunded. */
  unrefundedPence: number
  dispute: (Dispute & { /** What of it has settled other refunds. */ settledPence: number }) | null
}

export type RefusedOutcome =
  /** It was made at the provider, by this app or by hand. */
  | { kind: 'made'; providerId: string }
  /** The bank decides about the payment first. */
  | { kind: 'disputed'; disputeId: string }
  /** The customer has the money by the dispute. */
  | { kind: 'lost'; disputeId: string }
  /** Money went back to the customer, but not this amount: a person decides. */
  | { kind: 'differs' }

/** Null if nothing there explains the refusal: the refund is tried again. */
export function outcomeOfRefused(refund: RefusedRefund): RefusedOutcome | null {
  const { pence, own, unknown, unrefundedPence, dispute } = refund
  const made = own ?? unknown.find((one) => one.pence === pence)
  if (made) return { kind: 'made', providerId: made.providerId }
  if (dispute?.state === 'open') return { kind: 'disputed', disputeId: dispute.disputeId }
  if (dispute?.state === 'lost')
    return isCoveredByDispute(refund, dispute)
      ? { kind: 'lost', disputeId: dispute.disputeId }
      : { kind: 'differs' }
  return unknown.length > 0 && unrefundedPence < pence ? { kind: 'differs' } : null
}

/** By the whole payment, or by exactly what is left of the disputed amount. */
export function isCoveredByDispute(
  { pence, paidPence }: Pick<RefusedRefund, 'pence' | 'paidPence'>,
  { pence: disputedPence, settledPence }: { pence: number; settledPence: number },
): boolean {
  return disputedPence === paidPence || disputedPence - settledPence === pence
}
