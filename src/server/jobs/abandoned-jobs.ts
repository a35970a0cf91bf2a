// Jobs of a process that was killed stay locked; whoever looks next sets them free.

import { makeWorkerUtils } from 'graphile-worker'
import type pg from 'pg'

/** Who locks is noted within this time, or does not live: then it could not be noted either. */
const unnotedFor = '5 minutes'

/**
 * Notes under which connections a process works, so that others can tell whether it lives.
 * @param lockedBy the id of its pool: jobs and queues are locked under that, not under the ids of its workers.
 */
export async function noteWorker(
  pool: pg.Pool,
  { lockedBy, connections }: { lockedBy: string; connections: string },
): Promise<void> {
  await pool.query(
    'insert into job_workers (worker_id, connections) values ($1, $2) on conflict do nothing',
    [lockedBy, connections],
  )
}

/** One whose process has no connection left is dead: nobody else would release its jobs and queues for four hours. */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ dead: string }>(
    `
    select worker_id as dead from job_workers
    where not exists (select from pg_stat_activity where application_name = connections)
    union
    select locked_by from (
      select locked_by, locked_at from graphile_worker._private_jobs
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
    ) as locks
    where locked_at < now() - $1::interval
      and not exists (select from job_workers where worker_id = locked_by)
  `,
    [unnotedFor],
  )
  await releaseLocks(
    pool,
    rows.map(({ dead }) => dead),
  )
}

/** Sets free what the pools of these ids had locked. */
export async function releaseLocks(pool: pg.Pool, lockers: string[]): Promise<void> {
  if (lockers.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool })
  try {
    await utils.forceUnlockWorkers(lockers)
    // Only now: forgotten earlier, a failure in between would leave their jobs locked.
    await pool.query('delete from job_workers where worker_id = any($1)', [lockers])
  } finally {
    await utils.release()
  }
}
