// Comments, written, changed and deleted by their authors. The database publishes `ratingsChanged` for each change
// (migration 0019).

import { randomUUID } from 'node:crypto'
import { commentEditMinutes } from '#rules/rating-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import { findComment } from '#server/tracks/track-comments.ts'
import {
  countOpinion,
  lockRater,
  refuseUnlessOpen,
  type Opinion,
  type RatingRules,
} from './rating-admission.ts'

type OwnComment = { id: string; userId: string }

/** @throws Refusal not_found, own_track_rated, purchase_required, too_many_comments */
export async function addComment(
  db: Db,
  { userId, trackId, text }: Opinion & { text: string },
  rules: RatingRules,
) {
  return db.transaction().execute(async (tx) => {
    await lockRater(tx, userId, 'comments')
    const artistId = await refuseUnlessOpen(tx, { userId, trackId }, rules)
    await countOpinion(tx, userId, 'comments')
    const id = randomUUID()
    await tx
      .insertInto('comments')
      .values({ id, track_id: trackId, user_id: userId, text })
      .execute()
    const event = { kind: 'comment', actorId: userId, trackId, commentId: id } as const
    await notify(tx, { ...event, to: artistId, key: `comment:${id}` })
    return findComment(tx, id)
  })
}

/** @throws Refusal not_found, comment_not_editable, too_many_comments */
export async function changeComment(db: Db, { id, userId, text }: OwnComment & { text: string }) {
  return db.transaction().execute(async (tx) => {
    await lockRater(tx, userId, 'comments')
    await countOpinion(tx, userId, 'comments')
    const changed = await tx
      .updateTable('comments')
      .set({ text, edited_at: new Date() })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('created_at', '>', editableSince())
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) {
      throw new Refusal((await isOwn(tx, { id, userId })) ? 'comment_not_editable' : 'not_found')
    }
    return findComment(tx, id)
  })
}

/** @throws Refusal not_found */
export async function removeComment(db: Db, { id, userId }: OwnComment): Promise<void> {
  const deleted = await db
    .deleteFrom('comments')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new Refusal('not_found')
}

/** By an admin, in the transaction that records it. Undefined if there is none. */
export async function takeComment(tx: Db, id: string) {
  return tx
    .deleteFrom('comments')
    .where('id', '=', id)
    .returning(['text', 'created_at as writtenAt', 'user_id as authorId', 'track_id as trackId'])
    .executeTakeFirst()
}

/** A comment from after this moment can be changed. */
export function editableSince(): Date {
  return new Date(Date.now() - commentEditMinutes * 60_000)
}

async function isOwn(db: Db, { id, userId }: OwnComment): Promise<boolean> {
  const own = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own !== undefined
}
