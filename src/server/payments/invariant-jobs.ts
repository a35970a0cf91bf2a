// Every hour: finds what must not be true of money and of commissions (functions of migration 0058), keeps it for whoever
// has to know, and tells the admins of what is new. Sales go on.

import { sql } from 'kysely'
import type { CommissionSpans } from '#rules/commission-spans.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import { raiseAlarm } from './payment-alarms.ts'

type Deps = { db: Db; clock: Clock; spans: Pick<CommissionSpans, 'preparationMinutes'> }

export function invariantJobs(deps: Deps): Jobs {
  return {
    async check_invariants(_nothing, { log }) {
      const problems = await deps.db.transaction().execute((tx) => renewProblems(tx, deps))
      if (problems.length > 0)
        log.error({ problems: problems.slice(0, 100) }, 'invariants are violated')
    },
  }
}

type Problem = { kind: string; subject: string; is_new: boolean }

/** Returns all of them. One that was found before keeps its time; one that is not found any more is removed. */
async function renewProblems(tx: Db, { clock, spans }: Deps): Promise<Problem[]> {
  const now = clock.now()
  // Two runs at once wait for each other.
  await sql`lock table found_problems in share row exclusive mode`.execute(tx)
  const { rows: problems } = await sql<Problem>`
    with found as materialized (
      select distinct on (kind, subject) kind, subject, payment_id
      from (
        select * from money_problems(${now})
        union all
        select * from commission_problems(${now}, make_interval(mins => ${spans.preparationMinutes}))
      ) as problem
      order by kind, subject, payment_id
    ), settled as (
      delete from found_problems
      where not exists (
        select from found where found.kind = found_problems.kind and found.subject = found_problems.subject
      )
    ), added as (
      insert into found_problems (kind, subject, payment_id, found_at)
      select kind, subject, payment_id, ${now} from found
      on conflict do nothing
      returning kind, subject
    )
    select found.kind, found.subject, added.kind is not null as is_new
    from found
    left join added using (kind, subject)
    order by found.kind, found.subject
  `.execute(tx)
  await tell(
    tx,
    problems.filter(({ is_new: isNew }) => isNew),
    now,
  )
  return problems
}

/** The kind of a passed deadline: nobody's money is wrong, and nothing is stopped. */
const late = 'deadline_late'

async function tell(tx: Db, problems: Problem[], now: Date): Promise<void> {
  const key = `invariants:${now.toISOString()}`
  const deadlines = problems.filter(({ kind }) => kind === late)
  const wrong = problems.filter(({ kind }) => kind !== late)
  if (wrong.length > 0) {
    const problem = `The hourly check has found what must not be: ${listOf(wrong)}. The transfers of these payments are stopped until it finds nothing.`
    await raiseAlarm(tx, { key, problem })
  }
  if (deadlines.length > 0) {
    const reason = `Deadlines have passed without effect: ${listOf(deadlines)}.`
    await notifyAdmins(tx, { kind: 'commission_alarm', as: 'admin', reason, key })
  }
}

const namedAtMost = 5

function listOf(problems: Problem[]): string {
  const named = problems.slice(0, namedAtMost).map(({ kind, subject }) => `${kind} ${subject}`)
  const others = problems.length - named.length
  return named.join(', ') + (others > 0 ? ` and ${others} more` : '')
}
