// The decision of an admin about a commission that is disputed or frozen: it ends the dispute and the freeze. Both parties
// are told the reason; the note stands in the audit log only.

import { Refusal } from '#rules/errors/refusal.ts'
import { isPart } from '#rules/payments/approval-shares.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import type { DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { recordAdminAction, type ToldWords } from '#server/admin/audit-log.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { settleApproval } from '../commission-approval.ts'
import { endOpenDispute, findOpenDispute } from '../commission-disputes.ts'
import { refundHeld } from '../commission-money.ts'
import { pricesOf, type CommissionRow } from '../commission-state.ts'
import { takeStep, type CommissionDeps } from '../take-step.ts'
import { deadlinesOfRevision } from './change-deadlines.ts'
import { lockJudged } from '../judged-commission.ts'

type Deps = CommissionDeps & Committing

type Outcome =
  | { outcome: Exclude<DisputeDecision, 'partial'> }
  | { outcome: 'partial'; partPence: number }
type Decision = ToldWords & Outcome & { adminId: string }

/**
 * Returns the commission's id.
 * @throws Refusal not_found, own_case, part_out_of_range, commission_too_late, dispute_decided also where the parties have
 * ended it, and those of the step
 */
export async function decideDispute(
  { db, failpoints, ...deps }: Deps,
  { disputeId, ...decision }: Decision & { disputeId: string },
): Promise<string> {
  return inTransaction({ db, failpoints }, 'decide.commit', async (tx) => {
    const dispute = await tx
      .selectFrom('commission_disputes')
      .select('commission_id')
      .where('id', '=', disputeId)
      .executeTakeFirst()
    if (!dispute) throw new Refusal('not_found')
    const { commission_id: id } = dispute
    const commission = await lockJudged(tx, { id, adminId: decision.adminId })
    const open = await findOpenDispute(tx, id)
    if (open?.id !== disputeId) throw new Refusal('dispute_decided')
    await decide(tx, deps, commission, decision)
    return id
  })
}

/**
 * Of a frozen one.
 * @throws Refusal not_found, own_case, dispute_open, part_out_of_range, commission_too_late, and those of
 * the step
 */
export async function decideCommission(
  { db, failpoints, ...deps }: Deps,
  { id, ...decision }: Decision & { id: string },
): Promise<void> {
  await inTransaction({ db, failpoints }, 'decide.commit', async (tx) => {
    const commission = await lockJudged(tx, { id, adminId: decision.adminId })
    if (commission.open_dispute !== null) throw new Refusal('dispute_open')
    await decide(tx, deps, commission, decision)
  })
}

export const stepOfDecision = {
  release: 'decideApproval',
  partial: 'decideApproval',
  refund: 'decideRefund',
  extra_revision: 'decideRevision',
} as const satisfies Record<DisputeDecision, CommissionStep>

/** @param commission as it is before, and locked */
async function decide(
  tx: Db,
  deps: CommissionDeps,
  commission: CommissionRow,
  decision: Decision,
): Promise<void> {
  const { id } = commission
  const { outcome, adminId, reason, note } = decision
  const partPence = decision.outcome === 'partial' ? decision.partPence : null
  await takeStep(tx, deps, {
    id,
    step: stepOfDecision[outcome],
    actor: 'admin',
    actorId: adminId,
    text: reason,
    details: { decision: outcome },
    changes: (row, now) => changesOf(row, decision, { now, spans: deps.spans }),
  })
  const at = deps.clock.now()
  const end = { step: 'decide', outcome, decision: reason, by: adminId, at } as const
  const disputeId = await endOpenDispute(tx, { commissionId: id, ...end })
  await recordAdminAction(tx, {
    adminId,
    action: 'decide_commission',
    subjectId: id,
    reason,
    note,
    details: {
      outcome,
      ...(partPence === null ? {} : { artistPartPence: partPence }),
      ...(disputeId === null ? {} : { disputeId }),
    },
  })
  if (outcome === 'refund') await refundHeld(tx, commission, at)
  if (stepOfDecision[outcome] === 'decideApproval')
    await settleApproval(tx, { ...commission, approved_artist_pence: partPence }, at)
}

const thawed = { frozen_at: null, frozen_by: null, freeze_reason: null }

/** The changes by the decision besides the status. @throws Refusal part_out_of_range, commission_too_late */
function changesOf(
  commission: CommissionRow,
  decision: Outcome,
  { now, spans }: { now: Date; spans: CommissionDeps['spans'] },
) {
  switch (decision.outcome) {
    case 'partial': {
      const { partPence } = decision
      if (!isPart(partPence, pricesOf(commission))) throw new Refusal('part_out_of_range')
      return { approved_artist_pence: partPence }
    }
    case 'extra_revision':
      return {
        ...deadlinesOfRevision(commission, now, spans),
        ...thawed,
        max_revisions: commission.max_revisions + 1,
      }
    default:
      return {}
  }
}
