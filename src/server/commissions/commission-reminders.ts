// Reminds the parties of what they have to do, and the admins of what waits too long. Each reminder has a key, so that it
// is sent once, however often it is found.

import { sql } from 'kysely'
import { dueReminder, nextReminder } from '#rules/commissions/reminders.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import type { Db } from '#server/db/client.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { tellAdmins, tellOfReminder } from './commission-notices.ts'
import { lockCommission, remindedOf } from './commission-state.ts'
import type { CommissionDeps } from './take-step.ts'

type Deps = CommissionDeps & { db: Db }
type Run = Pick<JobRun, 'log' | 'signal'>

const batchSize = 200

/** Of the payment, the delivery and its answer: not while a commission is frozen or disputed. */
export async function remindParties(deps: Deps, run: Run): Promise<void> {
  await eachOf(
    run,
    () => findReminded(deps),
    (id) => remindPartiesOf(deps, id),
  )
}

function findReminded({ db, clock }: Deps): Promise<{ id: string }[]> {
  return db
    .selectFrom('commissions')
    .select('id')
    .where('remind_at', '<=', clock.now())
    .where('frozen_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('commission_disputes')
            .select('commission_disputes.id')
            .whereRef('commission_id', '=', 'commissions.id')
            .where('commission_disputes.status', '<>', 'resolved'),
        ),
      ),
    )
    .orderBy('remind_at')
    .limit(batchSize)
    .execute()
}

async function remindPartiesOf({ db, clock }: Deps, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const commission = await lockCommission(tx, id)
    const reminded = remindedOf(commission)
    const due = dueReminder(reminded, now)
    if (due !== null) await tellOfReminder(tx, commission, due)
    await tx
      .updateTable('commissions')
      .set({ remind_at: nextReminder(reminded, now)?.at ?? null })
      .where('id', '=', id)
      .execute()
  })
}

/** A dispute that its artist has not answered in time is marked; the admins can decide it without an answer. */
export async function tellOfUnansweredDisputes(deps: Deps, run: Run): Promise<void> {
  await eachOf(
    run,
    () => findUnanswered(deps),
    (id) => markUnanswered(deps, id),
  )
}

function findUnanswered({ db, clock }: Deps): Promise<{ id: string }[]> {
  return (
    db
      .selectFrom('commission_disputes')
      .innerJoin('commissions', 'commissions.id', 'commission_disputes.commission_id')
      .select('commission_disputes.commission_id as id')
      .where('commission_disputes.status', '=', sql.lit(disputeProcess.start))
      // While it is frozen the artist cannot answer.
      .where('frozen_at', 'is', null)
      .where('unanswered_at', 'is', null)
      .where('commission_disputes.answer_by', '<=', clock.now())
      .orderBy('commission_disputes.answer_by')
      .limit(batchSize)
      .execute()
  )
}

async function markUnanswered({ db, clock }: Deps, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const commission = await lockCommission(tx, id)
    const marked = await tx
      .updateTable('commission_disputes')
      .set({ unanswered_at: clock.now() })
      .where('commission_id', '=', id)
      .where('status', '=', disputeProcess.start)
      .where('unanswered_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!marked) return
    const reason = 'An artist has not answered a dispute in time.'
    await tellAdmins(tx, commission, { key: `unanswered:${marked.id}`, reason })
  })
}

/** Once a day: of money that is held or owed for so long that somebody has to look. */
export async function tellOfHeldMoney({ db, clock, spans }: Deps): Promise<void> {
  const now = clock.now()
  const heldSince = new Date(now.getTime() - spans.heldWarningDay * dayMs)
  const { held, owed } = await db
    .selectFrom('commissions')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('status', 'in', heldStatuses).as('held'),
      eb.fn.countAll<string>().filterWhere('status', 'in', unsentStatuses).as('owed'),
    ])
    .where(sql<boolean>`status in ('in_progress', 'delivered', 'approved', 'cron_pending')`)
    .where('paid_at', '<=', heldSince)
    .executeTakeFirstOrThrow()
  if (held === '0' && owed === '0') return
  const reason =
    `Paid ${spans.heldWarningDay} days ago or earlier: ${held} undecided, whose money goes back on day ` +
    `${spans.longestHeldDay}, and ${owed} approved, whose artists have not got theirs.`
  const key = `held:${now.toISOString().slice(0, 10)}`
  await db
    .transaction()
    .execute((tx) => notifyAdmins(tx, { kind: 'commission_alarm', as: 'admin', reason, key }))
}

const heldStatuses = ['in_progress', 'delivered'] as const
const unsentStatuses = ['approved', 'cron_pending'] as const
const dayMs = 24 * 60 * 60_000

/** One that fails is left to the next run, and keeps no other one waiting. */
async function eachOf(
  { log, signal }: Run,
  find: () => Promise<{ id: string }[]>,
  each: (id: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const found = await find()
    let failures = 0
    for (const { id } of found) {
      if (signal.aborted) return
      await each(id).catch((error: unknown) => {
        failures += 1
        log.error({ err: error, commission: id }, 'a reminder was not sent')
      })
    }
    if (found.length < batchSize || failures === found.length) return
  }
}
