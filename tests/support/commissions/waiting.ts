// Commissions whose time passes: a customer and an artist with some of them, and the jobs of each minute.

import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notificationsOf } from '../notifications/notifications.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createCommissionArtist, storeCommission } from './stored-commission.ts'

type ArtistChanges = Parameters<typeof createCommissionArtist>[1]
type Changes = Parameters<typeof storeCommission>[1]['changes']

export async function commissionsFixture(
  app: TestApp,
  artist: ArtistChanges = { commission_places: 20 },
) {
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app, artist)]
  const store = (status: CommissionStatus, changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  return { app, mia, tom, store }
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
