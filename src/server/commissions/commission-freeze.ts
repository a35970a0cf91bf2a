// Freezing a commission, and letting it go on: while it is frozen nothing happens to it but what an admin or the card
// provider does, and its deadlines stand still.

import { Refusal } from '#rules/errors/refusal.ts'
import { deadlinesOfThaw } from '#rules/commissions/commission-deadlines.ts'
import { freezableStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { nextReminder } from '#rules/commissions/reminders.ts'
import type { Actor } from '#rules/process.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { postponeAnswer } from './commission-disputes.ts'
import { resumePreparation } from './queued-preparation.ts'
import { tellOfStep } from './commission-notices.ts'
import {
  lockCommission,
  remindedOf,
  type CommissionFacts,
  type CommissionRow,
} from './commission-state.ts'
import { commissionChanged, noteStep, type CommissionDeps } from './take-step.ts'

type Caller = { id: string; actor: Actor; actorId: string | null }
type Freeze = Caller & {
  by: NonNullable<CommissionRow['frozen_by']>
  /** Both parties are told. */
  reason: string
}

type Thaw = Caller & {
  /** Both parties are told. */
  text?: string | null
}

const freezable: readonly CommissionStatus[] = freezableStatuses

/** One that is frozen already stays as it is. @throws Refusal not_found, not_freezable */
export async function freezeCommission(
  tx: Db,
  { clock }: CommissionDeps,
  { by, reason, ...caller }: Freeze,
): Promise<void> {
  const commission = await lockCommission(tx, caller.id)
  if (commission.frozen_at !== null) return
  if (!freezable.includes(commission.status)) throw new Refusal('not_freezable')
  const now = clock.now()
  await write(tx, {
    ...caller,
    step: 'freeze',
    now,
    text: reason,
    commission: {
      ...commission,
      frozen_at: now,
      frozen_by: by,
      freeze_reason: reason,
      remind_at: null,
    },
  })
}

/**
 * Its deadlines move by the time that it was frozen. One that is not frozen stays as it is.
 * @throws Refusal not_found, commission_too_late for an admin, where the deadline of its stage is over at once: it would
 * not go on but end, and the admin has to decide how
 */
export async function thawCommission(
  tx: Db,
  { clock, spans }: CommissionDeps,
  { text = null, ...caller }: Thaw,
): Promise<void> {
  const commission = await lockCommission(tx, caller.id)
  if (commission.frozen_at === null) return
  const now = clock.now()
  const thawed = { ...commission, ...deadlinesAfter(commission, { now, spans }) }
  if (caller.actor === 'admin' && isOver(thawed, now)) throw new Refusal('commission_too_late')
  await write(tx, {
    ...caller,
    step: 'thaw',
    now,
    text,
    commission: {
      ...thawed,
      frozen_at: null,
      frozen_by: null,
      freeze_reason: null,
      remind_at: nextReminder(remindedOf(thawed), now)?.at ?? null,
    },
  })
  // No dispute is opened during a freeze: one that is open has waited for all of it.
  const frozenMs = now.getTime() - commission.frozen_at.getTime()
  await postponeAnswer(tx, { commissionId: caller.id, ms: frozenMs })
  await resumePreparation(tx, { commissionId: caller.id, now })
}

/** The approval waits for an open dispute. */
function isOver(commission: CommissionRow & CommissionFacts, now: Date): boolean {
  const { status, end_at: endAt, approve_at: approveAt, open_dispute: dispute } = commission
  const answerBy = dispute === null ? approveAt : null
  const deadline = status === 'in_progress' ? endAt : status === 'delivered' ? answerBy : null
  return deadline !== null && deadline <= now
}

/** Before the payment none of them runs: the card provider's answer has no deadline. */
function deadlinesAfter(
  {
    paid_at: paidAt,
    frozen_at: frozenAt,
    open_dispute: dispute,
    ...deadlines
  }: CommissionRow & CommissionFacts,
  { now: thawedAt, spans }: { now: Date; spans: CommissionDeps['spans'] },
) {
  if (paidAt === null || frozenAt === null) return {}
  const moved = deadlinesOfThaw(
    {
      paidAt,
      frozenAt,
      thawedAt,
      deadlines: {
        dueAt: deadlines.due_at,
        overdueAt: deadlines.overdue_at,
        approveAt: deadlines.approve_at,
        endAt: deadlines.end_at,
        holdUntil: deadlines.hold_until,
      },
    },
    spans,
  )
  return {
    due_at: moved.dueAt,
    overdue_at: moved.overdueAt,
    // A dispute that began before the freeze moves it by its whole length when it ends.
    approve_at: dispute === null ? moved.approveAt : deadlines.approve_at,
    end_at: moved.endAt,
  }
}

type Written = Caller & {
  step: 'freeze' | 'thaw'
  now: Date
  text: string | null
  /** As it is afterwards. */
  commission: CommissionRow
}

async function write(
  tx: Db,
  { id, step, actor, actorId, now, text, commission }: Written,
): Promise<void> {
  const { frozen_at, frozen_by, freeze_reason, remind_at, due_at, overdue_at } = commission
  await tx
    .updateTable('commissions')
    .set({ frozen_at, frozen_by, freeze_reason, remind_at, due_at, overdue_at })
    .set({ approve_at: commission.approve_at, end_at: commission.end_at, updated_at: now })
    .where('id', '=', id)
    .execute()
  const { status } = commission
  const noted = { id, step, actor, actorId, at: now, from: status, to: status, text }
  const stepId = await noteStep(tx, noted)
  await publish(tx, commissionChanged(commission))
  await tellOfStep(tx, commission, { step, stepId, actor, text })
}
