// Runs the queue in this process: picks a job up within milliseconds, retries with growing pauses, and keeps the clock.

import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCrontab,
  run,
  runOnce,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Database } from '#server/db/client.ts'
import { noteWorker, releaseAbandonedJobs } from './abandoned-jobs.ts'
import { crontab, jobsAtStart, type JobRun, type Jobs } from './job-names.ts'

type Deps = { database: Pick<Database, 'pool' | 'name'>; jobs: Jobs; log: FastifyBaseLogger }

export type JobRunner = { isRunning: () => boolean; stop: () => Promise<void> }

const lookForAbandonedEveryMs = 60_000

export async function startJobs({ database, jobs, log }: Deps): Promise<JobRunner> {
  const { pool, name } = database
  const events: WorkerEvents = new EventEmitter()
  const lockers: string[] = []
  const noteLockers = async () => {
    for (const lockedBy of lockers) await noteWorker(pool, { lockedBy, connections: name })
  }
  events.on('pool:create', ({ workerPool }) => {
    lockers.push(workerPool.id)
    noteLockers().catch((error: unknown) => log.error({ err: error }, 'a worker was not noted'))
  })
  const runner = await run({
    pgPool: pool,
    // One for a long audio job; what moves money does not wait for it.
    concurrency: 2,
    noHandleSignals: true,
    taskList: asTasks(jobs, log),
    parsedCronItems: parseCrontab(crontab),
    logger: quietly(log),
    events,
  })
  for (const task of jobsAtStart) {
    // The clock comes to it, too.
    await runner
      .addJob(task, {}, { jobKey: `${task}:at_start` })
      .catch((error: unknown) => log.error({ err: error, task }, 'a job at start was not queued'))
  }
  let running = true
  runner.promise
    .catch((error: unknown) => log.error({ err: error }, 'the job runner stopped'))
    .finally(() => {
      running = false
    })
  const watch = setInterval(() => {
    noteLockers()
      .then(() => releaseAbandonedJobs(pool))
      .catch((error: unknown) => log.error({ err: error }, 'abandoned jobs were not released'))
  }, lookForAbandonedEveryMs)
  return {
    isRunning: () => running,
    async stop() {
      clearInterval(watch)
      if (running) await runner.stop()
    },
  }
}

/** For tests and scripts: everything that is due, then back. */
export function runDueJobs({ database, jobs, log }: Deps): Promise<void> {
  return runOnce({
    pgPool: database.pool,
    noHandleSignals: true,
    taskList: asTasks(jobs, log),
    logger: quietly(log),
  })
}

function asTasks(jobs: Jobs, log: FastifyBaseLogger): TaskList {
  const tasks: TaskList = {}
  for (const [name, job] of Object.entries(jobs)) {
    const task: Task = async (payload, helpers) => {
      const isLastTry = helpers.job.attempts >= helpers.job.max_attempts
      // addJob has typed the payload of each name; the queue only carries it as JSON.
      const runJob = job as (payload: unknown, run: JobRun) => Promise<void>
      await runJob(payload, { isLastTry, log })
    }
    tasks[name] = task
  }
  return tasks
}

function quietly(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
    else if (level === 'warning') log.warn({ job: meta }, message)
    else log.debug(message)
  })
}
