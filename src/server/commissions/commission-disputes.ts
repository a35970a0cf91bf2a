// The open dispute of a commission, of which there is one at most, and every way in which it ends.

import { sql } from 'kysely'
import { disputeProcess, type DisputeOutcome } from '#rules/commissions/dispute-process.ts'
import type { StepOf } from '#rules/process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'

/** Read it under the lock of its commission. */
export function findOpenDispute(tx: Db, commissionId: string) {
  return tx
    .selectFrom('commission_disputes')
    .select(['id', 'opened_at'])
    .where('commission_id', '=', commissionId)
    .where('status', '<>', disputeProcess.steps.decide.to)
    .executeTakeFirst()
}

type End = {
  commissionId: string
  step: Extract<StepOf<typeof disputeProcess>, 'end' | 'decide' | 'lapse'>
  outcome: DisputeOutcome
  at: Date
  /** Null for the system. */
  by: string | null
  /** The words that both parties are told. */
  decision?: string
}

/**
 * In the transaction that settles what it is about, under the lock of its commission. Returns its id; null, having changed
 * nothing, where no dispute is open.
 */
export async function endOpenDispute(
  tx: Db,
  { commissionId, step, outcome, at, by, decision }: End,
): Promise<string | null> {
  const dispute = await findOpenDispute(tx, commissionId)
  if (!dispute) return null
  const { id } = dispute
  const changes = {
    outcome,
    resolved_at: at,
    resolved_by: by,
    ...(decision === undefined ? {} : { decision }),
  }
  await move(tx, 'commission_disputes', disputeProcess, { id, step, changes })
  return id
}

/** While the commission was frozen its artist could not answer. */
export async function postponeAnswer(
  tx: Db,
  { commissionId, ms }: { commissionId: string; ms: number },
): Promise<void> {
  await tx
    .updateTable('commission_disputes')
    .set({ answer_by: sql<Date>`answer_by + ${ms} * interval '1 millisecond'` })
    .where('commission_id', '=', commissionId)
    .where('status', '=', disputeProcess.start)
    .execute()
}
