// Puts a job into the queue inside the caller's own transaction (it runs only if that commits), and tells whether it lives.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { JobName, JobPayloads } from './job-names.ts'

type Options = {
  /** A job with this key that still waits is replaced, not doubled. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Of the jobs that are due, those of the lowest come first. */
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
 * Those of the keys whose job waits, runs or will be tried again. A job whose every try was killed stays
 * in the queue for ever, and is not among them.
 */
export async function findLiveJobs(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where key = any(${keys}::text[]) and (locked_at is not null or attempts < max_attempts)
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** @throws when jobs are due for more than a minute and nobody has begun them. Those behind another one of their queue wait as they should. */
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
