// The dispute of a delivery that no revision is left for, between its two parties: the customer opens and ends it, the
// artist answers once. While it is open, no time runs.

import { randomUUID } from 'node:crypto'
import {
  approveAtAfterDispute,
  disputeAnswerByOf,
} from '#rules/commissions/commission-deadlines.ts'
import { disputeLimits } from '#rules/commissions/commission-limits.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import { endOpenDispute, findOpenDispute } from '../commission-disputes.ts'
import { findPartyState } from '../commission-queries.ts'
import { lockCommission } from '../commission-state.ts'
import { takeStep, type CommissionDeps } from '../take-step.ts'
import { paidAtOf } from './change-deadlines.ts'

type Deps = CommissionDeps & Committing

/** @throws Refusal not_found, too_many_disputes, and those of the step */
export async function openDispute(
  { db, failpoints, ...deps }: Deps,
  { id, customerId, description }: { id: string; customerId: string; description: string },
): Promise<void> {
  await inTransaction({ db, failpoints }, 'dispute.commit', async (tx) => {
    await findPartyState(tx, deps, { id, userId: customerId, as: 'customer' })
    const openedAt = deps.clock.now()
    const answerBy = disputeAnswerByOf(openedAt, deps.spans)
    await takeStep(tx, deps, {
      id,
      step: 'dispute',
      actor: 'customer',
      actorId: customerId,
      text: description,
      details: { until: answerBy.toISOString() },
    })
    await countUserAction(tx, {
      kind: 'disputes',
      userId: customerId,
      limits: disputeLimits,
      refusal: 'too_many_disputes',
    })
    await tx
      .insertInto('commission_disputes')
      .values({
        id: randomUUID(),
        commission_id: id,
        status: disputeProcess.start,
        description,
        opened_at: openedAt,
        answer_by: answerBy,
      })
      .execute()
  })
}

/** @throws Refusal not_found, and those of the step */
export async function answerDispute(
  { db, ...deps }: Deps,
  { id, artistId, answer }: { id: string; artistId: string; answer: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await findPartyState(tx, deps, { id, userId: artistId, as: 'artist' })
    const by = { actor: 'artist', actorId: artistId } as const
    await takeStep(tx, deps, { id, step: 'answerDispute', ...by, text: answer })
    const dispute = await findOpenDispute(tx, id)
    if (!dispute) throw new Error(`Commission ${id} has an open dispute that is not found.`)
    await move(tx, 'commission_disputes', disputeProcess, {
      id: dispute.id,
      step: 'answer',
      changes: { answer, answered_at: deps.clock.now() },
    })
  })
}

/** @throws Refusal not_found, and those of the step */
export async function endDispute(
  { db, ...deps }: Deps,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await findPartyState(tx, deps, { id, userId: customerId, as: 'customer' })
    await lockCommission(tx, id)
    const openedAt = (await findOpenDispute(tx, id))?.opened_at
    await takeStep(tx, deps, {
      id,
      step: 'endDispute',
      actor: 'customer',
      actorId: customerId,
      changes(row, endedAt) {
        const { approve_at: approveAt } = row
        if (openedAt === undefined || approveAt === null) return {}
        const dispute = { paidAt: paidAtOf(row), openedAt, endedAt, approveAt }
        return { approve_at: approveAtAfterDispute(dispute, deps.spans) }
      },
    })
    const end = { step: 'end', outcome: 'ended', by: customerId, at: deps.clock.now() } as const
    await endOpenDispute(tx, { commissionId: id, ...end })
  })
}
