// A thousand deadlines at the same moment: whether the scans of each minute find them by indexes, and how soon they are
// applied.

import { sql, type CompiledQuery } from 'kysely'
import { payCommission } from '../../src/contracts/commissions/commissions.ts'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { noVatSettings } from '../../src/rules/vat/vat-terms.ts'
import { systemClock } from '../../src/server/clock-and-failpoints/clock.ts'
import { commissionJobs } from '../../src/server/commissions/commission-timers.ts'
import { commissionSubject } from '../../src/server/commissions/commission-payment.ts'
import { noFailpoints } from '../../src/server/clock-and-failpoints/failpoints.ts'
import { paymentSubjects } from '../../src/server/subjects.ts'
import type { Db } from '../../src/server/db/client.ts'
import type { JobRun } from '../../src/server/jobs/job-names.ts'
import type { CatalogueApp } from '../measuring/catalogue-app.ts'
import { printVerdict } from '../measuring/verdicts.ts'
import { readPostgresCpuTime } from '../measuring/cpu-time.ts'
import { explainQueries, recordQueries } from './explained-queries.ts'
import type { Readers } from './readers.ts'

const scanGoalMs = 5
const goalMs = 60_000

/** As many of each; the checkouts are those of the customers who can log in. */
const due = { pending_artist: 300, requested: 300, delivered: 200, in_progress: 200 }
const deadlineOf = {
  pending_artist: 'answer_by',
  requested: 'pay_by',
  delivered: 'approve_at',
  in_progress: 'end_at',
} as const

export async function benchDeadlines(app: CatalogueApp, readers: Readers): Promise<void> {
  const scans = await recordScans(app)
  console.log('What each minute asks for, with nothing due:')
  for (const [name, queries] of scans)
    await explainQueries(app.pool, { name, goalMs: scanGoalMs, queries, shown: true })
  const opened = await openCheckouts(app, readers)
  const ids = await makeDue(app.slowDb)
  console.log(`The same with ${ids.length} due:`)
  for (const [name, queries] of scans)
    await explainQueries(app.pool, { name, goalMs: scanGoalMs, queries })
  await applyAll(app, { ids, opened })
}

const run = (log: JobRun['log']): JobRun => ({
  log,
  isLastAttempt: false,
  signal: new AbortController().signal,
})

/** The jobs themselves, with a database that notes what they send. Nothing is due yet, so they only look. */
async function recordScans(app: CatalogueApp): Promise<Map<string, CompiledQuery[]>> {
  const deps = {
    clock: systemClock,
    spans: commissionSpans,
    publicUrl: app.url,
    payments: app.payments,
    failpoints: noFailpoints,
    vat: noVatSettings,
  }
  const jobOf = (name: 'apply_commission_deadlines' | 'remind_of_commissions') => (db: Db) => {
    const jobs = commissionJobs({ ...deps, db, subjects: paymentSubjects(deps) })
    return Promise.resolve(jobs[name]?.({}, run(app.log)))
  }
  const record = (work: (db: Db) => Promise<unknown>) => recordQueries(app.pool, work)
  return new Map([
    ['deadlines', await record(jobOf('apply_commission_deadlines'))],
    ['reminders', await record(jobOf('remind_of_commissions'))],
    ['checkouts', await record((db) => commissionSubject(deps).findUnavailable(db))],
  ])
}

/** Some of those that expire have been opened at the card provider, where they must be closed first. */
async function openCheckouts({ slowDb, url }: CatalogueApp, { cookies }: Readers) {
  const payable = await slowDb
    .selectFrom('commissions')
    .select(['id', 'customer_id'])
    .where('status', '=', 'requested')
    .where('customer_id', 'in', [...cookies.keys()])
    .limit(due.requested / 3)
    .execute()
  for (const { id: commissionId, customer_id: customerId } of payable) {
    const response = await fetch(url + payCommission.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.get(customerId) ?? '' },
      body: JSON.stringify({ commissionId }),
    })
    if (!response.ok) throw new Error(`Paying responded ${response.status}.`)
  }
  return payable.length
}

/** Their deadlines were a minute ago. Those with an open checkout are among them. */
async function makeDue(db: Db): Promise<string[]> {
  const ids: string[] = []
  for (const [status, count] of Object.entries(due)) {
    const column = sql.ref(deadlineOf[status as keyof typeof due])
    const { rows } = await sql<{ id: string }>`
      update commissions set ${column} = now() - interval '1 minute'
      where id in (
        select id from commissions
        where status = ${status} and frozen_at is null and not exists (
          select from commission_disputes where commission_id = commissions.id and status <> 'resolved'
        )
        order by (select count(*) from payments where subject_id = commissions.id and payments.status = 'open') desc, id
        limit ${count}::integer
      )
      returning id
    `.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  await sql`analyze commissions`.execute(db)
  return ids
}

async function applyAll(
  app: CatalogueApp,
  { ids, opened }: { ids: string[]; opened: number },
): Promise<void> {
  const startedAt = performance.now()
  const cpuBefore = readPostgresCpuTime()
  await app.jobs.apply_commission_deadlines?.({}, run(app.log))
  const ms = performance.now() - startedAt
  const cpuMs = readPostgresCpuTime() - cpuBefore
  const { rows } = await sql<{ left: string }>`
    select count(*) as left from commissions
    where id = any(${ids}::uuid[]) and status not in ('cancelled', 'approved')
  `.execute(app.slowDb)
  const left = Number(rows[0]?.left)
  const name = `${ids.length} deadlines at once, ${opened} with a checkout`
  printVerdict(left === 0 && ms < goalMs, name, ms, goalMs)
  console.log(
    `          ${left} were left; CPU of PostgreSQL ${(cpuMs / ids.length).toFixed(2)} ms for each`,
  )
}
