// What waits for the artist in the own list, which begins with what is due first.

import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { nextStepFor } from '../commission-facts.ts'

export function firstCommission(commissions: readonly CommissionSummary[]) {
  for (const commission of commissions) {
    const next = nextStepFor(commission, 'artist')
    const link = { href: commissionPath(commission.id), name: commission.name }
    if (next.actor === 'artist') return { text: next.text, link }
  }
  return null
}
