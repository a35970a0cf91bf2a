// The steps of commissions when no party acts: a job each minute takes those whose deadline has passed, found by
// the clock that is passed in, each in a transaction of its own; another one reminds.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { commissionSteps } from '#rules/commissions/commission-process.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Jobs, JobRun } from '#server/jobs/job-names.ts'
import { isResultUnknown, maxUnanswered } from '#server/payments/provider-errors.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { settleApproval } from './commission-approval.ts'
import { closeOpenCheckout, refuseOpenCheckout } from './commission-checkout.ts'
import { endOpenDispute } from './commission-disputes.ts'
import { refundHeld } from './commission-money.ts'
import { remindParties, tellOfHeldMoney, tellOfUnansweredDisputes } from './commission-reminders.ts'
import { isDisputed, type CommissionRow } from './commission-state.ts'
import { takeStep, type CommissionDeps } from './take-step.ts'

export type TimerDeps = CommissionDeps & PaymentDeps
type Run = Pick<JobRun, 'log' | 'signal'>

export function commissionJobs(deps: TimerDeps): Jobs {
  return {
    async apply_commission_deadlines(_nothing, run) {
      for (const timer of timers) await applyDeadlines(deps, timer, run)
    },

    async remind_of_commissions(_nothing, run) {
      await tellOfUnansweredDisputes(deps, run)
      await remindParties(deps, run)
      await tellOfHeldMoney(deps)
    },
  }
}

type Timer = {
  step: 'lapse' | 'expire' | 'approveSilently' | 'endUnfinished' | 'holdTooLong'
  column: 'answer_by' | 'pay_by' | 'approve_at' | 'end_at' | 'hold_until'
  /** Rows that the step will refuse are left out. */
  unless?: RawBuilder<SqlBool>
  /** Before the transaction. Returns whether the step can be taken. */
  prepare?: (deps: TimerDeps, id: string) => Promise<boolean>
  /** In the transaction of the step. */
  settle?: (tx: Db, commission: CommissionRow, deps: CommissionDeps) => Promise<void>
}

/**
 * A delivery that nobody disputes is approved, however late: so that comes before the day on which money goes back. What
 * asks the card provider comes last, so that no other deadline waits for an answer.
 */
const timers: readonly Timer[] = [
  { step: 'lapse', column: 'answer_by' },
  {
    step: 'approveSilently',
    column: 'approve_at',
    unless: isDisputed,
    settle: (tx, commission, { clock }) => settleApproval(tx, commission, clock.now()),
  },
  {
    step: 'endUnfinished',
    column: 'end_at',
    settle: (tx, commission, { clock }) => refundHeld(tx, commission, clock.now()),
  },
  {
    step: 'holdTooLong',
    column: 'hold_until',
    async settle(tx, commission, { clock }) {
      const [commissionId, at] = [commission.id, clock.now()]
      // Before anybody has decided.
      const end = { step: 'lapse', outcome: 'held_too_long', by: null } as const
      await endOpenDispute(tx, { ...end, commissionId, at })
      await refundHeld(tx, commission, at)
    },
  },
  {
    step: 'expire',
    column: 'pay_by',
    prepare: async (deps, id) => (await closeOpenCheckout(deps, id)) === 'closed',
    settle: (tx, { id }) => refuseOpenCheckout(tx, id),
  },
]

const batchSize = 200
type Due = { id: string; due: Date }

async function applyDeadlines(deps: TimerDeps, timer: Timer, { log, signal }: Run): Promise<void> {
  const now = deps.clock.now()
  let unanswered = 0
  for (let last: Due | undefined; !signal.aborted;) {
    const batch = await findDue(deps.db, timer, { now, after: last })
    for (const { id } of batch) {
      if (signal.aborted) return
      // One that fails is left to the next run, and keeps no other one waiting.
      try {
        await applyDeadline(deps, timer, id)
        unanswered = 0
      } catch (error) {
        log.error({ err: error, commission: id, step: timer.step }, 'a deadline was not applied')
        unanswered = isResultUnknown(error) ? unanswered + 1 : 0
        if (unanswered === maxUnanswered) return
      }
    }
    last = batch.at(-1)
    if (batch.length < batchSize) return
  }
}

/** The next ones by the index of the deadline; each is looked at once in a run, also if its step is refused. */
function findDue(
  db: Db,
  { step, column, unless }: Timer,
  { now, after }: { now: Date; after: Due | undefined },
): Promise<Due[]> {
  const { from, whileFrozen } = commissionSteps[step]
  // As literals: the plan of a prepared statement does not know parameters, so it could not choose the partial index.
  const statuses = sql.join(from.map((status) => sql.lit(status)))
  let due = db
    .selectFrom('commissions')
    .select(['id', sql<Date>`${sql.ref(column)}`.as('due')])
    .where(sql<SqlBool>`status in (${statuses})`)
    .where(column, '<=', now)
    .orderBy(column)
    .orderBy('id')
    .limit(batchSize)
  if (!whileFrozen) due = due.where('frozen_at', 'is', null)
  if (unless) due = due.where((eb) => eb.not(unless))
  if (after) due = due.where(sql<SqlBool>`(${sql.ref(column)}, id) > (${after.due}, ${after.id})`)
  return due.execute()
}

async function applyDeadline(
  deps: TimerDeps,
  { step, prepare, settle }: Timer,
  id: string,
): Promise<void> {
  if (prepare && !(await prepare(deps, id))) return
  try {
    await inTransaction(deps, `${step}.commit`, async (tx) => {
      const commission = await takeStep(tx, deps, { id, step, actor: 'system', actorId: null })
      await settle?.(tx, commission, deps)
    })
  } catch (error) {
    // Somebody has acted since it was found, or a delivery is being prepared: the next run looks again.
    if (!(error instanceof Refusal)) throw error
  }
}
