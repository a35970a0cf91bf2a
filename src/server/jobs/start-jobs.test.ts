import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/support/databases/test-database.ts'
import { releaseAbandonedJobs } from './abandoned-jobs.ts'
import { addJob } from './add-job.ts'
import { crontab, type JobName, type Jobs } from './job-names.ts'
import { runDueJobs, startJobs } from './start-jobs.ts'
import { requestLog } from '#server/http/request-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const sweeps = ['sweep_stored_files', 'tidy_uploads']

type Limits = { deadlinesMs?: Partial<Record<JobName, number>>; stopWithinMs?: number }

const silent = Fastify().log

/** On connections of its own, as those of a process are. */
async function startRunner(
  { url }: TestDatabase,
  jobs: Jobs,
  { log = silent, ...limits }: Limits & { log?: FastifyBaseLogger } = {},
) {
  const database = connect(url, { onIdleError: () => undefined })
  const runner = await startJobs({ database, jobs, log, ...limits })
  return {
    ...runner,
    async [Symbol.asyncDispose]() {
      await runner.stop()
      await database.close()
    },
  }
}

test('leftovers of a killed process are deleted at the next start, and by schedule', async () => {
  await using database = await openTestDatabase()
  const ran: string[] = []
  await using runner = await startRunner(database, {
    tidy_uploads: async () => void ran.push('tidy_uploads'),
    sweep_stored_files: async () => void ran.push('sweep_stored_files'),
  })
  await expect.poll(() => ran.toSorted()).toEqual(sweeps)
  expect(runner.isRunning()).toBe(true)
  expect(parseCrontab(crontab).map(({ task }) => task)).toEqual(expect.arrayContaining(sweeps))
})

test('when the database is lost during a job, the runner restarts and the job runs again once it is back', async () => {
  await using database = await openTestDatabase()
  await using server = await databaseAccess(database)
  let runs = 0
  await using runner = await startRunner(database, {
    async refresh_popularity() {
      runs++
      if (runs === 1) await server.close()
    },
  })
  await addJob(database.db, 'refresh_popularity', {}, { queue: 'audio' })

  await expect.poll(() => runner.isRunning()).toBe(false)
  await server.open()
  await expect.poll(() => [runs, runner.isRunning()]).toEqual([2, true])
})

test('hanging emails and uploads block neither each other nor payment jobs', async () => {
  await using database = await openTestDatabase()
  const begun: string[] = []
  const hanging = (name: string) => () => {
    begun.push(name)
    return new Promise<void>(() => {})
  }
  for (let count = 0; count < 3; count++) {
    await addJob(database.db, 'send_mail', { mailId: randomUUID() })
    await addJob(database.db, 'prepare_upload', { uploadId: randomUUID() })
  }
  await using runner = await startRunner(
    database,
    {
      send_mail: hanging('mail'),
      prepare_upload: hanging('upload'),
      send_transfer: async () => void begun.push('transfer'),
    },
    { stopWithinMs: 0 },
  )
  await addJob(database.db, 'send_transfer', { transferId: randomUUID() })

  const expected = ['mail', 'upload', 'transfer']
  await expect.poll(() => begun).toEqual(expect.arrayContaining(expected))
  expect(runner.isRunning()).toBe(true)
})

test('a job over its deadline fails, is aborted, is logged as an error, and waits for its retry', async () => {
  await using database = await openTestDatabase()
  const lines: string[] = []
  const { log } = Fastify({
    logger: { level: 'error', stream: { write: (line) => void lines.push(line) } },
  })
  const aborted = Promise.withResolvers<unknown>()
  await using runner = await startRunner(
    database,
    {
      send_mail: (_mail, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => aborted.resolve(signal.reason))),
    },
    { log, deadlinesMs: { send_mail: 1 } },
  )
  await addJob(database.db, 'send_mail', { mailId: randomUUID() })

  expect(await aborted.promise).toEqual(new Error('The job send_mail was not done within 1 ms.'))
  await eventually(async () => {
    const { rows } = await jobsOf(database, 'send_mail')
    // The retry may have begun, and failed, before this is read.
    expect(rows).toMatchObject([{ locked: false, postponed: true }])
  })
  expect(lines.join('')).toContain('The job send_mail was not done within 1 ms.')
  expect(runner.isRunning()).toBe(true)
})

test('a stopping process does not wait for a hanging job, and releases it', async () => {
  await using database = await openTestDatabase()
  const begun = Promise.withResolvers<void>()
  {
    await using runner = await startRunner(
      database,
      {
        send_transfer() {
          begun.resolve()
          return new Promise<void>(() => {})
        },
      },
      { stopWithinMs: 1 },
    )
    await addJob(database.db, 'send_transfer', { transferId: randomUUID() })
    await begun.promise
    expect(runner.isRunning()).toBe(true)
  }
  const { rows } = await jobsOf(database, 'send_transfer')
  expect(rows).toEqual([{ attempts: 1, locked: false, postponed: true }])
})

test('the jobs and queues of a process without connections are released', async () => {
  await using database = await openTestDatabase()
  const begun = Promise.withResolvers<void>()
  let runs = 0
  const jobs: Jobs = {
    send_transfer() {
      runs++
      begun.resolve()
      return runs === 1 ? new Promise<void>(() => {}) : Promise.resolve()
    },
  }
  await using runner = await startRunner(database, jobs, { stopWithinMs: 1 })
  await addJob(database.db, 'send_transfer', { transferId: randomUUID() }, { queue: 'audio' })
  await begun.promise
  await releaseAbandonedJobs(database.pool)
  expect((await jobsOf(database, 'send_transfer')).rows).toMatchObject([{ locked: true }])

  await database.db.updateTable('job_workers').set({ connections: 'closed' }).execute()
  await releaseAbandonedJobs(database.pool)

  await expect.poll(() => runs).toBe(2)
  expect(runner.isRunning()).toBe(true)
})

function jobsOf({ db }: TestDatabase, name: JobName) {
  return sql`
    select attempts, locked_at is not null as locked, run_at > created_at as postponed
    from graphile_worker.jobs where task_identifier = ${name}
  `.execute(db)
}

/** Closes the test database to all connections, and opens it again. */
async function databaseAccess({ url }: TestDatabase) {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('services').databaseUrl })
  await client.connect()
  return {
    async close() {
      await client.query(`alter database ${name} allow_connections false`)
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
    },
    open: () => client.query(`alter database ${name} allow_connections true`),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

test('the log of a failed job contains its name and error, but no email address', async () => {
  await using database = await openTestDatabase()
  const lines: string[] = []
  const { log } = Fastify({
    logger: { level: 'warn', stream: { write: (line) => void lines.push(line) }, ...requestLog },
  })
  await addJob(database.db, 'refresh_popularity', {}, { maxAttempts: 1 })
  const refused = Object.assign(new Error('550 <mia@example.com> is not here'), {
    rejected: ['mia@example.com'],
  })
  await runDueJobs({
    database,
    jobs: { refresh_popularity: () => Promise.reject(refused) },
    log,
  })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'a job failed, attempt 1 of 1',
      task: 'refresh_popularity',
      err: expect.objectContaining({ message: '550 <(an email)> is not here' }),
    }),
  ])
  expect(lines.join('')).not.toContain('mia@')
})
