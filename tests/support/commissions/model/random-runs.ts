// Plays random histories on apps of their own, and says with which seed one has failed.

import fc from 'fast-check'
import { createAdmin } from '../../access/admin-user.ts'
import { cannedAudio } from '../../canned-audio.ts'
import { openDisorder } from '../../money/disorder.ts'
import { createTestApp, createUser } from '../../test-app.ts'
import { createCommissionArtist } from '../stored-commission.ts'
import { playHistory } from './model-run.ts'
import { anyHistory, type Command } from './random-commissions.ts'

type Stage = Awaited<ReturnType<typeof openStage>>

/** Returns how many were played. @throws with the seed and the shortest history in which site and model differ */
export async function playRandomHistories({
  seed,
  histories,
}: {
  seed: number
  histories: number
}): Promise<number> {
  await using stages = openStages()
  let played = 0
  const property = fc.asyncProperty(anyHistory, async (history) => {
    await stages.play(history)
    played += 1
  })
  await fc.assert(property, { seed, numRuns: histories })
  return played
}

/** What one app has stored makes its checks slower. */
const historiesOfApp = 10

/** Plays one history after the other on the same app. After one that failed, the next begins on another. */
function openStages() {
  let stage: Stage | null = null
  let played = 0
  const close = async () => {
    await stage?.[Symbol.asyncDispose]()
    stage = null
    played = 0
  }
  return {
    async play(history: readonly Command[]): Promise<void> {
      stage ??= await openStage()
      try {
        await playHistory(stage, history)
        played += 1
      } catch (error) {
        await close()
        throw error
      }
      if (played === historiesOfApp) await close()
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Two customers, two artists with four places each, and an admin. */
async function openStage() {
  const app = await createTestApp({ audio: cannedAudio })
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
  return { app, users, admin, events, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}
