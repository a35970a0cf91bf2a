// Plays random histories, each on an app without any other, and says with which seed one has failed.

import fc from 'fast-check'
import { createAdmin } from '../../access/admin-user.ts'
import { cannedAudio } from '../../canned-audio.ts'
import { openDisorder } from '../../money/disorder.ts'
import { openEmptiedApps } from '../../shared-app.ts'
import { createUser, type TestApp } from '../../test-app.ts'
import { createCommissionArtist } from '../stored-commission.ts'
import { playHistory } from './model-run.ts'
import { anyHistory } from './random-commissions.ts'

/** Returns how many were played. @throws with the seed and the shortest history in which site and model differ */
export async function playRandomHistories({
  seed,
  histories,
}: {
  seed: number
  histories: number
}): Promise<number> {
  await using apps = openEmptiedApps({ audio: cannedAudio })
  let played = 0
  const property = fc.asyncProperty(anyHistory, async (history) => {
    await playHistory(await openStage(await apps.next()), history)
    played += 1
  })
  await fc.assert(property, { seed, numRuns: histories })
  return played
}

/** Two customers, two artists with four places each, and an admin. */
async function openStage(app: TestApp) {
  await app.clock.set(new Date(Date.now() + 1000))
  const places = { commission_places: 4 }
  const users = [
    await createUser(app),
    await createUser(app),
    await createCommissionArtist(app, places),
    await createCommissionArtist(app, places),
  ]
  const admin = await createAdmin(app)
  const events = await openDisorder(app, { seed: 1, faultPercent: 0 })
  return { app, users, admin, events }
}
