// Runs the queue in this process: picks a job up within milliseconds, retries with growing pauses, and keeps the clock.

import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCrontab,
  run,
  runOnce,
  type Runner,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Database } from '#server/db/client.ts'
import { noteWorker, releaseAbandonedJobs, releaseLocks } from './abandoned-jobs.ts'
import { crontab, jobsAtStart, type JobRun, type Jobs } from './job-names.ts'

type Deps = { database: Pick<Database, 'pool' | 'name'>; jobs: Jobs; log: FastifyBaseLogger }

export type JobRunner = { isRunning: () => boolean; stop: () => Promise<void> }

type Queue = { runner: Runner; lockers: string[] }

const lookForAbandonedEveryMs = 60_000
const beginAgainAfterMs = 1_000

/** Should the queue end because the database went away, it begins again by itself once the database is back. */
export async function startJobs(deps: Deps): Promise<JobRunner> {
  const { database, log } = deps
  let queue: Queue | null = await startQueue(deps)
  let starting: Promise<void> = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  let isStopping = false

  function follow({ runner, lockers }: Queue): void {
    const ended = (error?: unknown) => {
      queue = null
      if (isStopping) return
      log.error({ err: error }, 'the job runner ended')
      beginAgainSoon(lockers)
    }
    runner.promise.then(() => ended(), ended)
  }

  function beginAgainSoon(lockers: string[]): void {
    again = setTimeout(() => {
      starting = beginAgain(lockers)
    }, beginAgainAfterMs)
  }

  async function beginAgain(lockers: string[]): Promise<void> {
    try {
      // Done perhaps, but nobody could write it down: these jobs run once more.
      await releaseLocks(database.pool, lockers)
      queue = await startQueue(deps)
      follow(queue)
    } catch (error) {
      log.error({ err: error }, 'the job runner could not begin again')
      if (!isStopping) beginAgainSoon(lockers)
    }
  }

  follow(queue)
  await addJobsAtStart(queue, log)
  const watch = setInterval(() => {
    noteLockers(database, queue?.lockers ?? [])
      .then(() => releaseAbandonedJobs(database.pool))
      .catch((error: unknown) => log.error({ err: error }, 'abandoned jobs were not released'))
  }, lookForAbandonedEveryMs)
  return {
    isRunning: () => queue !== null,
    async stop() {
      isStopping = true
      clearInterval(watch)
      clearTimeout(again)
      await starting
      await queue?.runner.stop()
    },
  }
}

async function startQueue({ database, jobs, log }: Deps): Promise<Queue> {
  const events: WorkerEvents = new EventEmitter()
  const lockers: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    lockers.push(workerPool.id)
    noteLockers(database, lockers).catch((error: unknown) =>
      log.error({ err: error }, 'a worker was not noted'),
    )
  })
  const runner = await run({
    pgPool: database.pool,
    // One for a long audio job; what moves money does not wait for it.
    concurrency: 2,
    noHandleSignals: true,
    taskList: asTasks(jobs, log),
    parsedCronItems: parseCrontab(crontab),
    logger: quietly(log),
    events,
    // Without a batch nobody hears of a job whose end cannot be written down, and the process ends of it.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  return { runner, lockers }
}

async function noteLockers({ pool, name }: Deps['database'], lockers: string[]): Promise<void> {
  for (const lockedBy of lockers) await noteWorker(pool, { lockedBy, connections: name })
}

async function addJobsAtStart({ runner }: Queue, log: FastifyBaseLogger): Promise<void> {
  for (const task of jobsAtStart) {
    // The clock comes to it, too.
    await runner
      .addJob(task, {}, { jobKey: `${task}:at_start` })
      .catch((error: unknown) => log.error({ err: error, task }, 'a job at start was not queued'))
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
