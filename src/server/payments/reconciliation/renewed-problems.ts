// Keeps what a check has found, for whoever has to know: each run renews its own problems, and the admins are told of what is
// new, but for counters.

import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { ProblemFinder } from '#server/db/tables/operation-tables.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import { raiseAlarm } from '../payment-alarms.ts'

type Deps = { db: Db; clock: Clock }

type Found = {
  /** Each run renews only what its own kind of run has found before. */
  by: ProblemFinder
  found: RawBuilder<unknown>
  /** What another job has reported since then is left for the next run. */
  startedAt: Date
  /** Otherwise what is not found any more stays until a run has looked at everything. */
  isWhole?: boolean
}

export async function renew(deps: Deps, log: FastifyBaseLogger, found: Found): Promise<void> {
  const problems = await deps.db.transaction().execute((tx) => renewProblems(tx, deps, found))
  if (problems.length > 0) log.error({ problems: problems.slice(0, 100) }, messages[found.by])
}

const messages: Record<ProblemFinder, string> = {
  check_invariants: 'invariants are violated',
  compare_with_provider: 'invariants are violated',
  compare_counters: 'counters differ from a recount',
  close_ledger_days: 'a closed day of the ledger was changed',
  reconcile_days: 'a closed day was changed',
  make_statements: 'statements differ from the ledger',
}

const stopped = {
  some: 'The transfers of these payments are stopped until it finds nothing.',
  all: 'All transfers are stopped until it finds nothing.',
  none: 'Nothing is stopped by it.',
}

/** Who has found it, and what follows, as the admins read it. */
const checks: Record<Exclude<ProblemFinder, 'compare_counters'>, [name: string, stops: string]> = {
  // Of what is new every hour, and of everything every night.
  check_invariants: ['check of the rows and the ledger', stopped.some],
  compare_with_provider: ['hourly comparison with the card provider', stopped.some],
  close_ledger_days: ['nightly check of the ledger’s closed days', stopped.all],
  reconcile_days: ['nightly check of the closed days', stopped.all],
  make_statements: ['comparison of statements with the ledger', stopped.none],
}

type Problem = { kind: string; subject: string; is_new: boolean }

/** Returns all of them. One that was found before keeps its time; one that is not found any more is removed. */
async function renewProblems(
  tx: Db,
  { clock }: Deps,
  { by, found, startedAt, isWhole = true }: Found,
): Promise<Problem[]> {
  const now = clock.now()
  // Two runs at once wait for each other.
  await sql`lock table found_problems in share row exclusive mode`.execute(tx)
  const { rows: problems } = await sql<Problem>`
    with found as materialized (
      select distinct on (kind, subject) kind, subject, payment_id
      from (${found}) as problem
      order by kind, subject, payment_id
    ), settled as (
      delete from found_problems
      where ${isWhole} and found_by = ${by} and found_at <= ${startedAt} and not exists (
        select from found where found.kind = found_problems.kind and found.subject = found_problems.subject
      )
    ), added as (
      insert into found_problems (kind, subject, payment_id, found_at, found_by)
      select kind, subject, payment_id, ${now}, ${by} from found
      on conflict do nothing
      returning kind, subject
    )
    select found.kind, found.subject, added.kind is not null as is_new
    from found
    left join added using (kind, subject)
    order by found.kind, found.subject
  `.execute(tx)
  const unknown = problems.filter(({ is_new: isNew }) => isNew)
  // Nobody's money is wrong by a counter: the log and /readyz tell the operator.
  if (by !== 'compare_counters') await tell(tx, unknown, by, now)
  return problems
}

/** The kind of a passed deadline: nobody's money is wrong, and nothing is stopped. */
const late = 'deadline_late'

async function tell(
  tx: Db,
  problems: Problem[],
  by: keyof typeof checks,
  now: Date,
): Promise<void> {
  const key = `invariants:${by}:${now.toISOString()}`
  const deadlines = problems.filter(({ kind }) => kind === late)
  const wrong = problems.filter(({ kind }) => kind !== late)
  if (wrong.length > 0) {
    const [name, stops] = checks[by]
    const problem = `The ${name} has found what must not be: ${listOf(wrong)}. ${stops}`
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

/** What has been found in code, as the rows of a query. */
export function asRows(differences: readonly object[]): RawBuilder<unknown> {
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb)
      as difference (kind text, subject text, payment_id uuid)`
}
