// What the site does by itself after a command of the model.

import { sql } from 'kysely'
import { failpointNames } from '#server/clock-and-failpoints/failpoints.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { openDisorder } from '../../money/disorder.ts'
import { removeJobs } from '../../queued-jobs.ts'
import type { TestApp } from '../../test-app.ts'

export type Running = { app: TestApp; events: Awaited<ReturnType<typeof openDisorder>> }

const maxRounds = 12

/** Until nothing waits: first with the trouble that was planned, then without. */
export async function runJobs(
  running: Running,
  { hears, isTroubled }: { hears: boolean; isTroubled: boolean },
): Promise<void> {
  const { app } = running
  if (isTroubled) {
    await runOnce(running, { hears, isCalm: false })
    for (const name of failpointNames) app.failpoints.disarm(name)
    await app.sandbox.control('POST disorder', { disorder: null })
  }
  for (let round = 0; round < maxRounds; round++) {
    await runOnce(running, { hears: hears && round === 0, isCalm: true })
    if (!(await hasWork(app))) return
  }
  throw new Error('The jobs do not come to an end.')
}

type Run = { hears: boolean; isCalm: boolean }

async function runOnce({ app, events }: Running, { hears, isCalm }: Run): Promise<void> {
  if (hears) {
    await (isCalm ? events.calm() : events.deliver())
    for (const job of jobsOfTime) await addJob(app.db, job, {})
  }
  for (const task of besides) await removeJobs(app.db, task)
  if (!(await hasWork(app))) return
  await app.letTimePass()
  await app.work()
  for (const task of besides) await removeJobs(app.db, task)
}

const jobsOfTime = [
  'close_unavailable_checkouts',
  'reconcile_payments',
  'apply_commission_deadlines',
] as const
/** Emails and renditions are not what this is about. */
const besides = ['%mail%', 'make_rendition']

async function hasWork({ db }: TestApp): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs limit 1`.execute(db)
  return rows.length > 0
}
