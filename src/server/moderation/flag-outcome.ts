// The outcome of a flag, as admins and authors read it.

import type { TakeDown } from '#contracts/moderation/take-downs.ts'

type OutcomeRow = {
  claim: string | null
  decision_reason: string | null
  decided_at: Date | null
  counter_text: string | null
  countered_at: Date | null
}

export function presentOutcome(
  row: OutcomeRow,
): Pick<TakeDown, 'claim' | 'decision' | 'counterNotice'> {
  const { claim, decision_reason: reason, decided_at: decidedAt } = row
  const { counter_text: text, countered_at: sentAt } = row
  return {
    claim,
    decision:
      reason === null || decidedAt === null ? null : { reason, decidedAt: decidedAt.toISOString() },
    counterNotice: text === null || sentAt === null ? null : { text, sentAt: sentAt.toISOString() },
  }
}
