// What the ways to decide about a commission are called, and what each does, in plain words.

import type { DecisionPreview } from '#contracts/admin/commissions.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import type { DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { formatPence } from '#rules/price.ts'

export type DecisionEffect = NonNullable<DecisionPreview['decision']>

type Words = {
  step: CommissionStep
  label: string
  title: string
  isDangerous?: boolean
  effect: (decision: DecisionEffect) => string
  /** Instead, once the customer's bank has given the payment back. */
  effectOfLost?: (decision: DecisionEffect) => string
}

export const decisionWords: Record<DisputeDecision, Words> = {
  release: {
    step: 'decideApproval',
    label: 'Pay the artist',
    title: 'Decide for the artist?',
    effect: ({ artistPence }) =>
      `The recording is approved: ${formatPence(artistPence)} goes to the artist, and the customer can download it.`,
    effectOfLost: ({ artistPence }) =>
      `The recording is approved: ${formatPence(artistPence)} goes to the artist, although the bank has given the payment back to the customer.`,
  },
  partial: {
    step: 'decideApproval',
    label: 'Pay a part',
    title: 'Pay the artist a part?',
    effect: ({ artistPence, refundPence }) =>
      `The recording is approved: ${formatPence(artistPence)} goes to the artist, ${formatPence(refundPence)} back to the customer, who can download it.`,
    effectOfLost: ({ artistPence }) =>
      `The recording is approved: ${formatPence(artistPence)} goes to the artist, although the bank has given the payment back to the customer.`,
  },
  refund: {
    step: 'decideRefund',
    label: 'Refund the customer',
    title: 'Decide for the customer?',
    isDangerous: true,
    effect: ({ refundPence }) =>
      `The commission is cancelled: ${formatPence(refundPence)} goes back to the customer’s card, and the artist receives nothing.`,
    effectOfLost: () =>
      'The commission is cancelled: the bank has given the money back to the customer already, and the artist receives nothing.',
  },
  extra_revision: {
    step: 'decideRevision',
    label: 'Grant a revision',
    title: 'Grant one more revision?',
    effect: () =>
      'The artist delivers once more, by a new date. The customer then has one more request for changes. The money stays where it is.',
    effectOfLost: () =>
      'The artist delivers once more, by a new date. The customer then has one more request for changes, although the bank has given the payment back already.',
  },
}
