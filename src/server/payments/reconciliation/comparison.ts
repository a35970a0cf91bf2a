// What a comparison with the card provider is given, and what it finds.

import type { Failure } from '../failures.ts'
import type { ChargeDeps } from '../payment-subjects.ts'

export type ComparingDeps = ChargeDeps & { signal: AbortSignal; failures: Failure[] }

/** `subject` is the id of our row, or of the provider's object if no row of ours is about it. */
export type Difference = { kind: DifferenceKind; subject: string; payment_id: string | null }

export type DifferenceKind =
  | 'payment_not_at_provider'
  | 'transfer_not_at_provider'
  | 'reversal_not_at_provider'
  | 'refund_not_at_provider'
  | 'charge_without_payment'
  | 'transfer_without_row'
  | 'reversal_without_row'
  | 'refund_without_row'

/** Of our rows and of the provider's objects those of this period are compared. */
export type Period = { since: Date; until: Date }
