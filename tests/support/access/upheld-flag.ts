// A flag of a user that took a track, or a comment, down.

import { randomUUID } from 'node:crypto'
import { storeFlag } from '../../../src/server/moderation/flag-commands.ts'
import { decideFlag } from '../../../src/server/moderation/flag-decisions.ts'
import { createTrack, type TestApp, type TestUser } from '../test-app.ts'

export async function createUpheldFlag(
  { db }: TestApp,
  { artistId, reporter }: { artistId: string; reporter: TestUser },
): Promise<string> {
  const { id: subjectId } = await createTrack(db, { artistId })
  const reason = `Odd, says ${reporter.username}`
  const { id } = await storeFlag(db, {
    kind: 'track',
    subjectId,
    reporterId: reporter.id,
    type: 'other',
    reason,
  })
  const words = { claim: 'The recording is theirs', reason: 'It is theirs' }
  await decideFlag(db, { id, adminId: randomUUID(), step: 'uphold', ...words })
  return id
}

/** A comment of the author on the track. */
export async function createUpheldWordFlag(
  { db }: TestApp,
  { author, trackId, reporter }: { author: TestUser; trackId: string; reporter: TestUser },
): Promise<string> {
  const subjectId = randomUUID()
  await db
    .insertInto('comments')
    .values({
      id: subjectId,
      track_id: trackId,
      user_id: author.id,
      text: `Odd, says ${author.username}`,
    })
    .execute()
  const { id } = await storeFlag(db, {
    kind: 'comment',
    subjectId,
    reporterId: reporter.id,
    type: 'abuse',
    reason: `Rude, says ${reporter.username}`,
  })
  const words = { claim: 'It insults', reason: 'It does insult' }
  await decideFlag(db, { id, adminId: randomUUID(), step: 'uphold', ...words })
  return id
}
