// Converts the app's jobs to tasks of the queue, each with a deadline.

import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Task, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Database } from '#server/db/client.ts'
import { jobPlans, type JobName, type JobRun, type Jobs } from './job-names.ts'

export type JobDeps = {
  database: Pick<Database, 'db' | 'pool' | 'name'>
  jobs: Jobs
  log: FastifyBaseLogger
  /** Replaces the deadlines of `jobPlans`. */
  deadlinesMs?: Partial<Record<JobName, number>>
  /** How long `stop` waits for running jobs. */
  stopWithinMs?: number
}

type AnyJob = (payload: unknown, run: JobRun) => Promise<void>

/** The tasks of all jobs, or of the wanted ones. */
export function asTasks(
  { jobs, log, deadlinesMs = {} }: Pick<JobDeps, 'jobs' | 'log' | 'deadlinesMs'>,
  isWanted: (name: JobName) => boolean = () => true,
): TaskList {
  const tasks: TaskList = {}
  for (const name of (Object.keys(jobs) as JobName[]).filter(isWanted)) {
    // addJob types the payload of each name; the queue stores it as JSON.
    const job = jobs[name] as AnyJob
    const deadlineMs = deadlinesMs[name] ?? jobPlans[name].deadlineMs
    const task: Task = (payload, { job: { attempts, max_attempts }, abortSignal }) =>
      withinDeadline(name, deadlineMs, abortSignal, (signal) =>
        job(payload, { isLastAttempt: attempts >= max_attempts, log, signal }),
      )
    tasks[name] = task
  }
  return tasks
}

/** A job over its deadline fails and is retried, even while its handler still waits. */
async function withinDeadline(
  name: JobName,
  deadlineMs: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new Error(`The job ${name} was not done within ${deadlineMs} ms.`)),
    deadlineMs,
  )
  const signal = AbortSignal.any([deadline.signal, stopping])
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  try {
    await Promise.race([work(signal), aborted.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The queue's log metadata, limited to the fields that may be logged. */
const metaSchema = z.object({
  failure: z.boolean().optional(),
  error: z.unknown().optional(),
  fatalError: z.unknown().optional(),
  job: z
    .object({
      id: z.string(),
      task_identifier: z.string(),
      attempts: z.number(),
      max_attempts: z.number(),
    })
    .optional(),
})

export function queueLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    const { failure, job, error, fatalError } = metaSchema.parse(meta ?? {})
    const details = { err: error ?? fatalError, task: job?.task_identifier, jobId: job?.id }
    // The queue's own message would include the error's text and the job's payload.
    const text = failure
      ? `a job failed, attempt ${job?.attempts} of ${job?.max_attempts}`
      : message
    if (level === 'error') log.error(details, text)
    else if (level === 'warning') log.warn(details, text)
    else log.debug(text)
  })
}
