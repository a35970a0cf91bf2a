// The ways to decide a dispute, or a frozen commission: each leads to the page that says what it does, and decides.

import type { Commission } from '#contracts/commissions/commission.ts'
import { adminDecisionPath } from '#rules/admin/admin-paths.ts'
import { disputeDecisions, type DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { decisionWords } from './decision-words.ts'

type DecideLinksProps = { commission: Commission; chosen?: DisputeDecision | null }

export function DecideLinks({ commission, chosen = null }: DecideLinksProps) {
  return disputeDecisions
    .filter((outcome) => can(commission, decisionWords[outcome].step))
    .map((outcome) => {
      const { label, isDangerous = false } = decisionWords[outcome]
      return (
        <ButtonLink
          key={outcome}
          variant={outcome === chosen ? 'primary' : isDangerous ? 'danger' : 'ghost'}
          size="sm"
          href={adminDecisionPath(commission.id, { outcome })}
          aria-label={`${label}: ${commission.name}`}
          aria-current={outcome === chosen || undefined}
        >
          {label}
        </ButtonLink>
      )
    })
}

/** Why a way is missing. */
export function SuspendedParty({ commission }: { commission: Commission }) {
  const { isFrozen, isPartyBanned } = commission
  return isFrozen && isPartyBanned && <p>{commissionMessages.partySuspended}</p>
}
