// Queues a job inside the caller's transaction (it runs only if that commits), and checks the state of queued jobs.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { JobName, JobPayloads } from './job-names.ts'

type Options = {
  /** A waiting job with this key is replaced, not duplicated. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Due jobs with the lowest number run first. */
  priority?: number
  runAt?: Date
  maxAttempts?: number
}

export async function addJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: Options = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}, run_at => ${options.runAt ?? null},
      priority => ${options.priority ?? 0}, max_attempts => ${options.maxAttempts ?? 25}, job_key => ${options.key ?? null}
    )
  `.execute(db)
}

/**
 * Returns the keys whose job waits, runs or will be retried. A job without attempts left stays
 * in the queue for ever, and is not included.
 */
export async function findLiveJobs(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where key = any(${keys}::text[]) and (locked_at is not null or attempts < max_attempts)
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** @throws when jobs have been due for more than a minute without being started. Jobs behind a running one of their queue do not count. */
export async function refuseLateJobs(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select task_identifier as name, count(*)::int as count
    from graphile_worker.jobs as late
    where locked_at is null and attempts < max_attempts
      and run_at < now() - interval '1 minute'
      and not exists (
        select from graphile_worker.jobs as ahead
        where ahead.queue_name = late.queue_name and ahead.locked_at is not null
      )
    group by name
    order by name
  `.execute(db)
  if (rows.length === 0) return
  const late = rows.map(({ name, count }) => `${count} of ${name}`).join(', ')
  throw new Error(`Jobs have been due for more than a minute: ${late}.`)
}
