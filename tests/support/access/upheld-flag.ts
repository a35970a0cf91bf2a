// A flag of a user that took a track down.

import { randomUUID } from 'node:crypto'
import { decideFlag, storeFlag } from '../../../src/server/moderation/flag-commands.ts'
import { createTrack, type TestApp, type TestUser } from '../test-app.ts'

export async function createUpheldFlag(
  { db }: TestApp,
  { artistId, reporter }: { artistId: string; reporter: TestUser },
): Promise<string> {
  const { id: trackId } = await createTrack(db, { artistId })
  const { id } = await storeFlag(db, {
    trackId,
    reporterId: reporter.id,
    type: 'other',
    reason: `Odd, says ${reporter.username}`,
  })
  const words = { claim: 'The recording is theirs', reason: 'It is theirs' }
  await decideFlag(db, { id, adminId: randomUUID(), step: 'uphold', ...words })
  return id
}
