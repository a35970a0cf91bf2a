// Changes queued jobs through the public SQL functions of graphile-worker. Running jobs are left as they are.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

const every = sql`array(select id from graphile_worker.jobs)`

/** @param change named arguments of graphile-worker's `reschedule_jobs`, such as "run_at => now()" */
export async function rescheduleJobs(db: Db, change: RawBuilder<unknown>): Promise<void> {
  await sql`select from graphile_worker.reschedule_jobs(${every}, ${change})`.execute(db)
}

/** As after as many failures as each job may have. */
export async function failJobsForGood(db: Db): Promise<void> {
  await sql`select from graphile_worker.permanently_fail_jobs(${every})`.execute(db)
}

/** @param tasks of every task by default */
export async function removeJobs(db: Db, tasks: string | readonly string[] = '%'): Promise<void> {
  const ids = sql`array(
    select id from graphile_worker.jobs where task_identifier like any(${[tasks].flat()}::text[])
  )`
  await sql`select from graphile_worker.complete_jobs(${ids})`.execute(db)
}

export async function someJobRuns(db: Db): Promise<boolean> {
  const running = sql`select from graphile_worker.jobs where locked_at is not null limit 1`
  return (await running.execute(db)).rows.length > 0
}
