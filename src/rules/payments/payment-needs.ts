// Why a payment needs a person, and what the person does.

export const paymentNeeds = [
  // What was paid does not match it.
  'mismatch',
  'refund_failed',
  'transfer_failed',
  // A check has found a problem of it that has not ended: no transfer of it is sent meanwhile.
  'problem_found',
] as const
export type PaymentNeed = (typeof paymentNeeds)[number]

/** As admins read it. */
export const paymentNextSteps: Record<PaymentNeed, string> = {
  mismatch:
    'What was paid does not match: find the payment in the provider’s dashboard, give the money back there or remove the cause, and say on the page of the order what has become of it',
  refund_failed: 'A refund has failed: try it again, or settle it',
  transfer_failed: 'A transfer has failed: try it again, or settle it',
  problem_found:
    'A check has found that it differs from the provider or the ledger: look at the open differences',
}
