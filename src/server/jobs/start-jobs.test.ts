import { parseCrontab } from 'graphile-worker'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { connect } from '#server/db/client.ts'
import { openScene, type Scene } from '../../../tests/support/scene.ts'
import { addJob } from './add-job.ts'
import { crontab, type Jobs } from './job-names.ts'
import { startJobs } from './start-jobs.ts'

const sweeps = ['sweep_stored_files', 'tidy_uploads']
const patience = { timeout: 20_000 }

async function startRunner(scene: Scene, jobs: Jobs) {
  const database = connect(scene.databaseUrl, { onIdleError: () => undefined })
  const runner = await startJobs({ database, jobs, log: scene.http.log })
  return {
    ...runner,
    async [Symbol.asyncDispose]() {
      await runner.stop()
      await database.close()
    },
  }
}

test('what a killed process left is cleared away as soon as the next one runs, and by the clock', async () => {
  await using scene = await openScene()
  const ran: string[] = []
  await using runner = await startRunner(scene, {
    tidy_uploads: async () => void ran.push('tidy_uploads'),
    sweep_stored_files: async () => void ran.push('sweep_stored_files'),
  })
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(sweeps), patience)
  expect(runner.isRunning()).toBe(true)
  expect(parseCrontab(crontab).map(({ task }) => task)).toEqual(expect.arrayContaining(sweeps))
})

test('a database that goes away in the middle of a job ends nothing: the job runs again once it is back', async () => {
  await using scene = await openScene()
  await using server = await theServer(scene)
  let runs = 0
  await using runner = await startRunner(scene, {
    async refresh_popularity() {
      runs++
      if (runs === 1) await server.close()
    },
  })
  await addJob(scene.db, 'refresh_popularity', {}, { queue: 'audio' })

  await vi.waitFor(() => expect(runner.isRunning()).toBe(false), patience)
  await server.open()
  await vi.waitFor(() => expect([runs, runner.isRunning()]).toEqual([2, true]), patience)
})

/** What an operator does to keep everybody out of a scene's database, and to let them in again. */
async function theServer(scene: Scene) {
  const name = new URL(scene.databaseUrl).pathname.slice(1)
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
