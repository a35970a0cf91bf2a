import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addJob, refuseLateJobs } from '#server/jobs/add-job.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { serveHealth } from './health.ts'

const succeeds = async () => {}
const fails = async (): Promise<never> => {
  throw new Error('no answer')
}

test.each([
  [
    'every part responds',
    { needed: { database: succeeds }, useful: { mail: succeeds } },
    200,
    { status: 'ready' },
  ],
  [
    'only a useful part fails',
    { needed: { database: succeeds }, useful: { mail: fails, jobs_in_time: fails } },
    200,
    { status: 'ready', impaired: ['jobs_in_time', 'mail'] },
  ],
  [
    'every part responds, and something is wrong',
    {
      needed: { database: succeeds },
      useful: { mail: fails },
      findProblems: async () => ['held_differs', 'owned_differs'],
    },
    200,
    { status: 'ready', impaired: ['held_differs', 'mail', 'owned_differs'] },
  ],
  [
    'nobody can say what is wrong',
    { needed: { database: succeeds }, useful: {}, findProblems: fails },
    200,
    { status: 'ready', impaired: ['invariants'] },
  ],
  [
    'a needed part fails',
    { needed: { database: fails, storage: succeeds }, useful: { mail: fails } },
    503,
    { status: 'not ready', missing: ['database'], impaired: ['mail'] },
  ],
])('/readyz when %s', async (_when, checks, status, body) => {
  const app = Fastify()
  serveHealth(app, checks)
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([status, body])
})

test('a job that has been due for over a minute fails the check, but not one that is scheduled for later', async () => {
  await using testApp = await createTestApp()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  await addJob(testApp.db, 'send_transfer', { transferId: randomUUID() }, { runAt: ago(-3600) })
  await addJob(testApp.db, 'send_transfer', { transferId: randomUUID() }, { runAt: ago(10) })
  await refuseLateJobs(testApp.db)

  for (const seconds of [61, 3600]) {
    await addJob(testApp.db, 'send_mail', { mailId: randomUUID() }, { runAt: ago(seconds) })
  }
  await expect(refuseLateJobs(testApp.db)).rejects.toThrow(
    'Jobs have been due for more than a minute: 2 of send_mail.',
  )
})
