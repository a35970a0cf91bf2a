// Workers for one group of jobs. Should they end because the database went away, they begin again once it is back.

import { EventEmitter } from 'node:events'
import { parseCrontab, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { noteWorker, releaseLocks } from './abandoned-jobs.ts'
import { crontab, jobPlans, workersOf, type JobName, type WorkerGroup } from './job-names.ts'
import { asTasks, quietly, type JobDeps } from './job-tasks.ts'

export type Workers = {
  isRunning: () => boolean
  /** The ids under which jobs are locked now. */
  lockers: () => string[]
  stop: () => Promise<void>
}

type Queue = { runner: Runner; lockers: string[] }

const beginAgainAfterMs = 1_000
const stopWithinMs = 15_000
/** For writing down that the jobs it no longer waits for have failed. */
const writeDownWithinMs = 5_000

export async function startWorkers(group: WorkerGroup, deps: JobDeps): Promise<Workers> {
  const { database, log } = deps
  let queue: Queue | null = await startQueue(group, deps)
  let starting: Promise<void> = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  let isStopping = false

  function follow({ runner, lockers }: Queue): void {
    const ended = (error?: unknown) => {
      queue = null
      if (isStopping) return
      log.error({ err: error, group }, 'the job runner ended')
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
      queue = await startQueue(group, deps)
      follow(queue)
    } catch (error) {
      log.error({ err: error, group }, 'the job runner could not begin again')
      if (!isStopping) beginAgainSoon(lockers)
    }
  }

  follow(queue)
  return {
    isRunning: () => queue !== null,
    lockers: () => queue?.lockers ?? [],
    async stop() {
      isStopping = true
      clearTimeout(again)
      await starting
      if (queue === null) return
      const timeoutMs = (deps.stopWithinMs ?? stopWithinMs) + writeDownWithinMs
      const { runner, lockers } = queue
      if (await isDoneWithin(runner.stop(), timeoutMs)) return
      log.error({ group }, 'jobs did not end with the process: their locks are released')
      await releaseLocks(database.pool, lockers)
    },
  }
}

async function startQueue(group: WorkerGroup, deps: JobDeps): Promise<Queue> {
  const { database, log } = deps
  const isOurs = (task: string) => jobPlans[task as JobName].group === group
  const events: WorkerEvents = new EventEmitter()
  const lockers: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    lockers.push(workerPool.id)
    noteWorker(database.pool, { lockedBy: workerPool.id, connections: database.name }).catch(
      (error: unknown) => log.error({ err: error }, 'a worker was not noted'),
    )
  })
  const runner = await run({
    pgPool: database.pool,
    concurrency: workersOf[group],
    noHandleSignals: true,
    taskList: asTasks(deps, isOurs),
    parsedCronItems: parseCrontab(crontab).filter(({ task }) => isOurs(task)),
    logger: quietly(log),
    events,
    preset: {
      worker: {
        // Without a batch nobody hears of a job whose end cannot be written down, and the process ends of it.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // Then a job that still runs fails, which sets it free for the next process.
        gracefulShutdownAbortTimeout: deps.stopWithinMs ?? stopWithinMs,
      },
    },
  })
  return { runner, lockers }
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
