// Runs the queue in this process: starts a job within milliseconds, retries with growing pauses, and runs scheduled jobs.

import { EventEmitter } from 'node:events'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { recordWorker, releaseAbandonedJobs } from './abandoned-jobs.ts'
import { addJob } from './add-job.ts'
import { jobsAtStart, workersOf, type WorkerGroup } from './job-names.ts'
import { asTasks, queueLogger, type JobDeps } from './job-tasks.ts'
import { startWorkers, type Workers } from './worker-group.ts'

export type JobRunner = { isRunning: () => boolean; stop: () => Promise<void> }

const releaseAbandonedEveryMs = 60_000

export async function startJobs(deps: JobDeps): Promise<JobRunner> {
  const { database, log } = deps
  const groups: Workers[] = []
  const stop = () => Promise.all(groups.map((workers) => workers.stop()))
  try {
    for (const group of Object.keys(workersOf) as WorkerGroup[]) {
      groups.push(await startWorkers(group, deps))
    }
  } catch (error) {
    // After a failed start the pool is closed, so the groups started so far must stop polling it.
    await stop()
    throw error
  }
  await addJobsAtStart(deps)
  const releaseTimer = setInterval(() => {
    recordLockOwners(
      database,
      groups.flatMap(({ lockOwners }) => lockOwners()),
    )
      .then(() => releaseAbandonedJobs(database.pool))
      .catch((error: unknown) => log.error({ err: error }, 'abandoned jobs were not released'))
  }, releaseAbandonedEveryMs)
  return {
    isRunning: () => groups.every(({ isRunning }) => isRunning()),
    async stop() {
      clearInterval(releaseTimer)
      await stop()
    },
  }
}

async function recordLockOwners(
  { pool, name }: JobDeps['database'],
  lockOwners: string[],
): Promise<void> {
  for (const lockedBy of lockOwners) await recordWorker(pool, { lockedBy, connections: name })
}

async function addJobsAtStart({ database, log }: JobDeps): Promise<void> {
  for (const task of jobsAtStart) {
    // The schedule also runs it later.
    await addJob(database.db, task, {}, { key: `${task}:at_start` }).catch((error: unknown) =>
      log.error({ err: error, task }, 'a job at start was not queued'),
    )
  }
}

/**
 * For tests: runs everything that is due. The queue fetches the next job before the end of the last one is
 * stored, and skips the jobs that wait behind it: so it is run until nothing is due.
 */
export async function runDueJobs(deps: JobDeps): Promise<void> {
  const lockOwners: string[] = []
  let ran: number
  do {
    ran = 0
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => lockOwners.push(workerPool.id))
    events.on('job:start', () => ran++)
    await runOnce({
      pgPool: deps.database.pool,
      noHandleSignals: true,
      taskList: asTasks(deps),
      logger: queueLogger(deps.log),
      events,
    })
    while (await holdsJobs(deps.database.db, lockOwners)) continue
  } while (ran > 0)
}

async function holdsJobs(db: Db, lockOwners: string[]): Promise<boolean> {
  const held = sql`select from graphile_worker.jobs where locked_by = any(${lockOwners}::text[])`
  return (await held.execute(db)).rows.length > 0
}
