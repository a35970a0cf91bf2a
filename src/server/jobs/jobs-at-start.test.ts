import { sql } from 'kysely'
import { parseCrontab } from 'graphile-worker'
import { expect, inject, test, vi } from 'vitest'
import { connect } from '#server/db/client.ts'
import { openScene } from '../../../tests/support/scene.ts'
import { crontab, type Jobs } from './job-names.ts'
import { startJobs } from './start-jobs.ts'

const sweeps = ['sweep_stored_files', 'tidy_uploads']

test('what a killed process left is cleared away as soon as the next one runs, and by the clock', async () => {
  await using scene = await openScene()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(scene.db)
  const url = new URL(inject('services').databaseUrl)
  url.pathname = rows[0]?.name ?? ''
  const database = connect(url.href, { onIdleError: () => undefined })
  const ran: string[] = []
  const jobs: Jobs = {
    tidy_uploads: async () => void ran.push('tidy_uploads'),
    sweep_stored_files: async () => void ran.push('sweep_stored_files'),
  }

  const runner = await startJobs({ database, jobs, log: scene.http.log })
  try {
    await vi.waitFor(() => expect(ran.toSorted()).toEqual(sweeps), { timeout: 10_000 })
  } finally {
    await runner.stop()
    await database.close()
  }
  expect(parseCrontab(crontab).map(({ task }) => task)).toEqual(expect.arrayContaining(sweeps))
})
