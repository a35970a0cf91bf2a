// Workers for one group of jobs. If they end because the database is lost, they restart once it is back.

import { EventEmitter } from 'node:events'
import { parseCrontab, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { recordWorker, releaseLocks } from './abandoned-jobs.ts'
import { crontab, jobPlans, workersOf, type JobName, type WorkerGroup } from './job-names.ts'
import { asTasks, queueLogger, type JobDeps } from './job-tasks.ts'

export type Workers = {
  isRunning: () => boolean
  /** The ids of the worker pools that lock jobs now. */
  lockOwners: () => string[]
  stop: () => Promise<void>
}

type Queue = { runner: Runner; lockOwners: string[] }

const restartDelayMs = 1_000
const stopWithinMs = 15_000
/** For storing that the jobs it no longer waits for have failed. */
const storeWithinMs = 5_000

export async function startWorkers(group: WorkerGroup, deps: JobDeps): Promise<Workers> {
  const { database, log } = deps
  let queue: Queue | null = await startQueue(group, deps)
  let starting: Promise<void> = Promise.resolve()
  let restartTimer: NodeJS.Timeout | undefined
  let isStopping = false

  function watch({ runner, lockOwners }: Queue): void {
    const ended = (error?: unknown) => {
      queue = null
      if (isStopping) return
      log.error({ err: error, group }, 'the job runner ended')
      restartLater(lockOwners)
    }
    runner.promise.then(() => ended(), ended)
  }

  function restartLater(lockOwners: string[]): void {
    restartTimer = setTimeout(() => {
      starting = restart(lockOwners)
    }, restartDelayMs)
  }

  async function restart(lockOwners: string[]): Promise<void> {
    try {
      // Jobs that ended while the database was lost could not be stored as done: they run once more.
      await releaseLocks(database.pool, lockOwners)
      queue = await startQueue(group, deps)
      watch(queue)
    } catch (error) {
      log.error({ err: error, group }, 'the job runner could not begin again')
      if (!isStopping) restartLater(lockOwners)
    }
  }

  watch(queue)
  return {
    isRunning: () => queue !== null,
    lockOwners: () => queue?.lockOwners ?? [],
    async stop() {
      isStopping = true
      clearTimeout(restartTimer)
      await starting
      if (queue === null) return
      const timeoutMs = (deps.stopWithinMs ?? stopWithinMs) + storeWithinMs
      const { runner, lockOwners } = queue
      if (await isDoneWithin(runner.stop(), timeoutMs)) return
      log.error({ group }, 'jobs did not end with the process: their locks are released')
      await releaseLocks(database.pool, lockOwners)
    },
  }
}

async function startQueue(group: WorkerGroup, deps: JobDeps): Promise<Queue> {
  const { database, log } = deps
  const isOurs = (task: string) => jobPlans[task as JobName].group === group
  const events: WorkerEvents = new EventEmitter()
  const lockOwners: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    lockOwners.push(workerPool.id)
    recordWorker(database.pool, { lockedBy: workerPool.id, connections: database.name }).catch(
      (error: unknown) => log.error({ err: error }, 'a worker was not noted'),
    )
  })
  const runner = await run({
    pgPool: database.pool,
    concurrency: workersOf[group],
    noHandleSignals: true,
    taskList: asTasks(deps, isOurs),
    parsedCronItems: parseCrontab(crontab).filter(({ task }) => isOurs(task)),
    logger: queueLogger(log),
    events,
    preset: {
      worker: {
        // Turns batching on: without it, a job result that cannot be stored is an unhandled error, which ends the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // After this time a running job fails, which releases it for the next process.
        gracefulShutdownAbortTimeout: deps.stopWithinMs ?? stopWithinMs,
      },
    },
  })
  return { runner, lockOwners }
}

async function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
