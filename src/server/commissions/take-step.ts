// The only code that moves a commission: one UPDATE checks status, deadline and freeze. In the same transaction the
// timeline gets its row, the parties are told, the next reminder is set, and the artist's places and figures are counted.

import { sql, type SqlBool, type Updateable } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  commissionProcess,
  commissionSteps,
  deadlineOfStatus,
  freezableStatuses,
  refusalOfStep,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import type { DeadlineName } from '#rules/commissions/commission-deadlines.ts'
import { nextReminder } from '#rules/commissions/reminders.ts'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import type { Actor } from '#rules/process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import { countStep } from './commission-counters.ts'
import { tellOfStep, type NotedStep, type StepDetails } from './commission-notices.ts'
import {
  lockCommission,
  remindedOf,
  stateOf,
  type CommissionFacts,
  type CommissionRow,
} from './commission-state.ts'

/** The parts that every command of commissions needs. */
export type CommissionDeps = { clock: Clock; spans: CommissionSpans }

type Taken = {
  id: string
  step: CommissionStep
  actor: Actor
  /** Null for the system and the card provider. */
  actorId: string | null
  /** A reason, a message or feedback. */
  text?: string | null | undefined
  /** For those who are told. */
  details?: StepDetails
  /** Written with the step; the row is the one before it. */
  changes?: (commission: CommissionRow, now: Date) => Updateable<Tables['commissions']>
  /** The caller takes several steps, and counts them at its end by `countSteps`: rows of artists are locked last. */
  isCountedLater?: boolean
}

/**
 * Returns the commission as it was before the step; it stays locked until the transaction ends.
 * @throws Refusal not_found, not_allowed, those of `refusalOfStep`, and fully_booked for a step that needs a place
 */
export async function takeStep(
  tx: Db,
  deps: CommissionDeps,
  { id, step, actor, actorId, text = null, details, changes, isCountedLater = false }: Taken,
): Promise<CommissionRow & CommissionFacts> {
  const now = deps.clock.now()
  const commission = await lockCommission(tx, id)
  const state = stateOf(commission, { now, ...deps.spans })
  const refusal = refusalOfStep(state, { step, actor, now })
  if (refusal !== null) {
    throw new Refusal(refusal, { values: { revisions: commission.max_revisions } })
  }
  const { to } = commissionSteps[step]
  const written = { ...changes?.(commission, now), ...changesOfStep(step, now) }
  const after = { ...commission, ...written, status: to }
  const moved = await move(tx, 'commissions', commissionProcess, {
    id,
    step,
    where: conditionOf(step, now),
    changes: { ...written, remind_at: nextReminder(remindedOf(after), now)?.at ?? null },
  })
  if (!moved) throw new Refusal('commission_moved')
  if (!isCountedLater) await countStep(tx, commission, to)
  const from = commission.status
  const stepId = await noteStep(tx, { id, step, actor, actorId, at: now, from, to, text })
  await publish(tx, commissionChanged(commission))
  await tellOfStep(tx, after, { step, stepId, actor, text, details })
  return commission
}

/** The columns that follow from the end of the step, whoever takes it. */
function changesOfStep(step: CommissionStep, now: Date): Updateable<Tables['commissions']> {
  const { to, reason } = commissionSteps[step]
  return {
    updated_at: now,
    ...(reason ? { status_reason: reason } : {}),
    ...(endingStatuses.has(to) ? { ended_at: now } : {}),
    ...(to === commissionProcess.steps.complete.to ? { completed_at: now } : {}),
    ...(canBeFrozen.has(to) ? {} : { frozen_at: null, frozen_by: null, freeze_reason: null }),
  }
}

const endingStatuses = new Set<CommissionStatus>(['approved', 'cancelled', 'rejected_by_artist'])
const canBeFrozen = new Set<CommissionStatus>(freezableStatuses)

type Noted = {
  id: string
  step: NotedStep
  actor: Actor
  actorId: string | null
  at: Date
  from: CommissionStatus | null
  to: CommissionStatus
  text: string | null
}

/** A row of the timeline, in the transaction of what it tells. Returns its id. */
export async function noteStep(tx: Db, { id, actorId, from, to, ...step }: Noted): Promise<string> {
  const noted = await tx
    .insertInto('commission_steps')
    .values({
      ...step,
      commission_id: id,
      actor_id: actorId,
      from_status: from,
      to_status: to,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return noted.id
}

export function commissionChanged(
  commission: Pick<CommissionRow, 'id' | 'customer_id' | 'artist_id'>,
) {
  const { id: commissionId, customer_id: customerId, artist_id: artistId } = commission
  return { name: 'commissionChanged' as const, commissionId, userIds: [customerId, artistId] }
}

const columnOfDeadline: Record<DeadlineName, string> = {
  answerBy: 'answer_by',
  payBy: 'pay_by',
  dueAt: 'due_at',
  overdueAt: 'overdue_at',
  approveAt: 'approve_at',
  endAt: 'end_at',
  holdUntil: 'hold_until',
}

/** The rule's freeze and time as a condition of the UPDATE, beside its statuses. */
function conditionOf(step: CommissionStep, now: Date) {
  const { from, when, whileFrozen } = commissionSteps[step]
  const notFrozen = whileFrozen ? sql<SqlBool>`true` : sql<SqlBool>`frozen_at is null`
  // Of the status that the row has: a step can start from several.
  const deadline = sql<Date | null>`case status ${sql.join(
    from.map((status) => {
      const name = deadlineOfStatus[status]
      return sql`when ${sql.lit(status)} then ${name ? sql.ref(columnOfDeadline[name]) : sql`null`}`
    }),
    sql` `,
  )} end`
  const inTime = {
    always: sql<SqlBool>`true`,
    beforeDeadline: sql<SqlBool>`coalesce(${deadline} > ${now}, true)`,
    fromDeadline: sql<SqlBool>`${deadline} <= ${now}`,
    whileOverdue: sql<SqlBool>`overdue_at <= ${now} and coalesce(${deadline} > ${now}, true)`,
    heldTooLong: sql<SqlBool>`hold_until <= ${now}`,
  }[when]
  return sql<SqlBool>`${notFrozen} and ${inTime}`
}
