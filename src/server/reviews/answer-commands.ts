// The artist's answer to a review, written once.

import { Refusal } from '#rules/errors/refusal.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import { countWritten } from './review-commands.ts'
import { artistReviews } from './review-kinds.ts'
import { findReview } from './review-queries.ts'

type Answer = { id: string; artistId: string; text: string }

/** @throws Refusal not_found, review_answered, too_many_reviews */
export async function storeAnswer(db: Db, { id, artistId, text }: Answer) {
  return db.transaction().execute(async (tx) => {
    await lockAuthor(tx, artistId)
    await countWritten(tx, artistReviews, artistId)
    const answered = await tx
      .updateTable('reviews')
      .set({ answer: text, answered_at: new Date() })
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .where('answer', 'is', null)
      .where('taken_down_at', 'is', null)
      .returning('author_id')
      .executeTakeFirst()
    if (!answered) throw new Refusal(await reasonNotAnswered(tx, { id, artistId }))
    await artistReviews.publish(tx, artistId)
    const event = { kind: 'review_answer', actorId: artistId, reviewId: id } as const
    const { author_id: to } = answered
    if (to !== null) await notify(tx, { ...event, to, key: `review_answer:${id}` })
    return findReview(tx, id)
  })
}

async function reasonNotAnswered(tx: Db, { id, artistId }: Omit<Answer, 'text'>) {
  const own = await tx
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('taken_down_at', 'is', null)
    .executeTakeFirst()
  return own ? 'review_answered' : 'not_found'
}
