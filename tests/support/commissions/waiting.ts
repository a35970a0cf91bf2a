// Commissions whose time passes: a customer and an artist with some of them, and the jobs of each minute.

import type { CommissionStatus } from '#rules/commission-process.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notificationsOf } from '../notifications/notifications.ts'
import { createTestApp, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createCommissionArtist, storeCommission } from './stored-commission.ts'

export async function openWaitingShop() {
  const app = await createTestApp()
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { commission_places: 20 }),
  ]
  type Changes = Parameters<typeof storeCommission>[1]['changes']
  const store = (status: CommissionStatus, changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  return { app, mia, tom, store, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

/** Both jobs of a minute. */
export async function runTimers(app: TestApp): Promise<void> {
  await addJob(app.db, 'apply_commission_deadlines', {})
  await addJob(app.db, 'remind_of_commissions', {})
  await app.work()
}

/** The kinds of what a user was told, the oldest first. */
export const told = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications.map(({ kind }) => kind).toReversed()

export const moved = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
