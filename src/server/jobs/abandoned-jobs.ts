// Jobs of a killed process stay locked; the next running process releases them.

import { makeWorkerUtils } from 'graphile-worker'
import type pg from 'pg'

/** A running process records its workers within this time; locks older than that without a record are abandoned. */
const unrecordedFor = '5 minutes'

/**
 * Records the connection name of a process, so that other processes can check whether it runs.
 * @param lockedBy the id of its worker pool: jobs and queues are locked under that, not under the ids of its workers.
 */
export async function recordWorker(
  pool: pg.Pool,
  { lockedBy, connections }: { lockedBy: string; connections: string },
): Promise<void> {
  await pool.query(
    'insert into job_workers (worker_id, connections) values ($1, $2) on conflict do nothing',
    [lockedBy, connections],
  )
}

/**
 * A process without any connection is dead: otherwise its jobs and queues would stay locked for four hours. A queue is
 * locked together with one of its jobs and by the same worker pool, so the jobs name every owner of a lock.
 */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ dead: string }>(
    `
    select worker_id as dead from job_workers
    where not exists (select from pg_stat_activity where application_name = connections)
    union
    select locked_by from graphile_worker.jobs
    where locked_at < now() - $1::interval
      and not exists (select from job_workers where worker_id = locked_by)
  `,
    [unrecordedFor],
  )
  await releaseLocks(
    pool,
    rows.map(({ dead }) => dead),
  )
}

/** Releases all locks of the worker pools with these ids. */
export async function releaseLocks(pool: pg.Pool, lockOwners: string[]): Promise<void> {
  if (lockOwners.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool })
  try {
    await utils.forceUnlockWorkers(lockOwners)
    // Only after the release: if deleted earlier, a failure in between would leave their jobs locked.
    await pool.query('delete from job_workers where worker_id = any($1)', [lockOwners])
  } finally {
    await utils.release()
  }
}
