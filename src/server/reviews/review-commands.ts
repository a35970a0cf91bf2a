// Reviews, written, changed and deleted by their authors and answered by their artists. The database counts them in the
// same transaction (migration 0025).

import { randomUUID } from 'node:crypto'
import { Refusal } from '#rules/errors/refusal.ts'
import { reviewEditMinutes, reviewLimits } from '#rules/artists/review-limits.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import { findListedArtist } from '#server/accounts/listed-artists.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { publish } from '#server/events/site-events.ts'
import { notify } from '#server/notifications/notify.ts'
import { findReview } from './review-queries.ts'

type NewReview = { artistId: string; authorId: string; text: string }

/** @throws Refusal not_found, own_review, too_many_reviews */
export async function storeReview(db: Db, { artistId, authorId, text }: NewReview): Promise<void> {
  if (artistId === authorId) throw new Refusal('own_review')
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, authorId)
    if (!(await findListedArtist(tx, artistId))) throw new Refusal('not_found')
    await countReview(tx, authorId)
    const id = randomUUID()
    await tx
      .insertInto('reviews')
      .values({ id, artist_id: artistId, author_id: authorId, text })
      .execute()
    await publish(tx, { name: 'reviewsChanged', artistId })
    const event = { kind: 'review', actorId: authorId, reviewId: id } as const
    await notify(tx, { ...event, to: artistId, key: `review:${id}` })
  })
}

type OwnReview = { id: string; authorId: string }

/** @throws Refusal not_found, review_not_editable, review_has_answer, too_many_reviews */
export async function changeReview(db: Db, { id, authorId, text }: OwnReview & { text: string }) {
  return db.transaction().execute(async (tx) => {
    await countReview(tx, authorId)
    const changed = await tx
      .updateTable('reviews')
      .set({ text, edited_at: new Date() })
      .where('id', '=', id)
      .where('author_id', '=', authorId)
      .where('created_at', '>', new Date(Date.now() - reviewEditMinutes * 60_000))
      // What the artist has answered must not become another text.
      .where('answer', 'is', null)
      .returning('artist_id')
      .executeTakeFirst()
    if (!changed) {
      const own = await findOwned(tx, { id, column: 'author_id', userId: authorId })
      if (!own) throw new Refusal('not_found')
      throw new Refusal(own.answer === null ? 'review_not_editable' : 'review_has_answer')
    }
    await publish(tx, { name: 'reviewsChanged', artistId: changed.artist_id })
    return findReview(tx, id)
  })
}

/** @throws Refusal not_found */
export async function removeReview(db: Db, { id, authorId }: OwnReview): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('reviews')
      .where('id', '=', id)
      .where('author_id', '=', authorId)
      .returning('artist_id')
      .executeTakeFirst()
    if (!deleted) throw new Refusal('not_found')
    await publish(tx, { name: 'reviewsChanged', artistId: deleted.artist_id })
  })
}

/** By an admin, in the transaction that records it. Undefined if there is none. */
export async function takeReview(tx: Db, id: string) {
  const taken = await tx
    .deleteFrom('reviews')
    .where('id', '=', id)
    .returning([
      'text',
      'answer',
      'created_at as writtenAt',
      'author_id as authorId',
      'artist_id as artistId',
    ])
    .executeTakeFirst()
  if (taken) await publish(tx, { name: 'reviewsChanged', artistId: taken.artistId })
  return taken
}

type Answer = { id: string; artistId: string; text: string }

/** @throws Refusal not_found, review_answered, too_many_reviews */
export async function storeAnswer(db: Db, { id, artistId, text }: Answer) {
  return db.transaction().execute(async (tx) => {
    await countReview(tx, artistId)
    const answered = await tx
      .updateTable('reviews')
      .set({ answer: text, answered_at: new Date() })
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .where('answer', 'is', null)
      .returning('author_id')
      .executeTakeFirst()
    if (!answered) {
      const own = await findOwned(tx, { id, column: 'artist_id', userId: artistId })
      throw new Refusal(own ? 'review_answered' : 'not_found')
    }
    await publish(tx, { name: 'reviewsChanged', artistId })
    const event = { kind: 'review_answer', actorId: artistId, reviewId: id } as const
    const { author_id: to } = answered
    if (to !== null) await notify(tx, { ...event, to, key: `review_answer:${id}` })
    return findReview(tx, id)
  })
}

type Owned = { id: string; column: 'author_id' | 'artist_id'; userId: string }

function findOwned(db: Db, { id, column, userId }: Owned) {
  return db
    .selectFrom('reviews')
    .select('answer')
    .where('id', '=', id)
    .where(column, '=', userId)
    .executeTakeFirst()
}

function countReview(tx: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['reviews', 'too_many_reviews'] as const
  return countUserAction(tx, { kind, userId, limits: reviewLimits, refusal })
}
