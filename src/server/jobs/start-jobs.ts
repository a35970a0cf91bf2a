// Runs the queue in this process: picks a job up within milliseconds, retries with growing pauses, and keeps the clock.

import { EventEmitter } from 'node:events'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { noteWorker, releaseAbandonedJobs } from './abandoned-jobs.ts'
import { addJob } from './add-job.ts'
import { jobsAtStart, workersOf, type WorkerGroup } from './job-names.ts'
import { asTasks, quietly, type JobDeps } from './job-tasks.ts'
import { startWorkers, type Workers } from './worker-group.ts'

export type JobRunner = { isRunning: () => boolean; stop: () => Promise<void> }

const lookForAbandonedEveryMs = 60_000

export async function startJobs(deps: JobDeps): Promise<JobRunner> {
  const { database, log } = deps
  const groups: Workers[] = []
  const stop = () => Promise.all(groups.map((workers) => workers.stop()))
  try {
    for (const group of Object.keys(workersOf) as WorkerGroup[]) {
      groups.push(await startWorkers(group, deps))
    }
  } catch (error) {
    // A start that fails closes the pool that the groups started so far would go on polling.
    await stop()
    throw error
  }
  await addJobsAtStart(deps)
  const watch = setInterval(() => {
    noteLockers(
      database,
      groups.flatMap(({ lockers }) => lockers()),
    )
      .then(() => releaseAbandonedJobs(database.pool))
      .catch((error: unknown) => log.error({ err: error }, 'abandoned jobs were not released'))
  }, lookForAbandonedEveryMs)
  return {
    isRunning: () => groups.every(({ isRunning }) => isRunning()),
    async stop() {
      clearInterval(watch)
      await stop()
    },
  }
}

async function noteLockers({ pool, name }: JobDeps['database'], lockers: string[]): Promise<void> {
  for (const lockedBy of lockers) await noteWorker(pool, { lockedBy, connections: name })
}

async function addJobsAtStart({ database, log }: JobDeps): Promise<void> {
  for (const task of jobsAtStart) {
    // The clock comes to it, too.
    await addJob(database.db, task, {}, { key: `${task}:at_start` }).catch((error: unknown) =>
      log.error({ err: error, task }, 'a job at start was not queued'),
    )
  }
}

/**
 * For tests: everything that is due, then back. The queue looks for the next job before the end of the last one is
 * written down, and passes over the jobs that wait behind it: so it is asked until it has nothing more.
 */
export async function runDueJobs(deps: JobDeps): Promise<void> {
  const workers: string[] = []
  let ran: number
  do {
    ran = 0
    const events: WorkerEvents = new EventEmitter()
    events.on('job:start', ({ worker }) => {
      ran++
      workers.push(worker.workerId)
    })
    await runOnce({
      pgPool: deps.database.pool,
      noHandleSignals: true,
      taskList: asTasks(deps),
      logger: quietly(deps.log),
      events,
    })
    while (await holdsJobs(deps.database.db, workers)) continue
  } while (ran > 0)
}

async function holdsJobs(db: Db, workers: string[]): Promise<boolean> {
  const held = sql`select from graphile_worker.jobs where locked_by = any(${workers}::text[])`
  return (await held.execute(db)).rows.length > 0
}
