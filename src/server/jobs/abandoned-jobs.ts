// Jobs of a process that was killed stay locked; whoever looks next sets them free.

import { makeWorkerUtils } from 'graphile-worker'
import type pg from 'pg'

/** Notes under which connections a worker runs, so that others can tell whether it lives. */
export async function noteWorker(
  pool: pg.Pool,
  workerId: string,
  connections: string,
): Promise<void> {
  await pool.query(
    'insert into job_workers (worker_id, connections) values ($1, $2) on conflict do nothing',
    [workerId, connections],
  )
}

/** A worker whose process has no connection left is dead: nobody else would release its jobs for four hours. */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ worker_id: string }>(`
    select worker_id from job_workers
    where not exists (select from pg_stat_activity where application_name = connections)
  `)
  if (rows.length === 0) return
  const dead = rows.map((row) => row.worker_id)
  const utils = await makeWorkerUtils({ pgPool: pool })
  try {
    await utils.forceUnlockWorkers(dead)
    // Only now: forgotten earlier, a failure in between would leave their jobs locked.
    await pool.query('delete from job_workers where worker_id = any($1)', [dead])
  } finally {
    await utils.release()
  }
}
