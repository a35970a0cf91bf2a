// The reviews of an artist.

import { sql } from 'kysely'
import type { Review } from '#contracts/review-schemas.ts'
import { inlineReviews, type ReviewSort } from '#rules/reviews/review-limits.ts'
import { findListedArtist } from '#server/accounts/listed-artists.ts'
import type { Db } from '#server/db/client.ts'

type Wanted = { artistId: string; orderBy: ReviewSort; page: number; limit: number }

/** Of a listed artist; null for any other. A page after the last one is the last one. */
export async function findReviews(db: Db, wanted: Wanted) {
  const artist = await findListedArtist(db, wanted.artistId)
  if (!artist) return null
  const total = artist.reviews
  const pages = Math.ceil(total / wanted.limit)
  const page = Math.max(1, Math.min(wanted.page, pages))
  return { reviews: await readReviews(db, { ...wanted, page }), total, pages, page }
}

async function readReviews(db: Db, { artistId, orderBy, page, limit }: Wanted) {
  const direction = orderBy === 'date-added' ? 'desc' : 'asc'
  const rows = await shownReviews(db)
    .where('reviews.artist_id', '=', artistId)
    .where('reviews.taken_down_at', 'is', null)
    .orderBy('reviews.created_at', direction)
    .orderBy('reviews.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(presentReview)
}

/** In a profile: the newest of each author, those of verified buyers first. Deleted accounts are one author. */
export async function readInlineReviews(db: Db, artistId: string): Promise<Review[]> {
  const newest = db
    .selectFrom('reviews')
    .distinctOn('author_id')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('taken_down_at', 'is', null)
    .orderBy('author_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const rows = await shownReviews(db)
    .where('reviews.id', 'in', newest)
    .orderBy('is_verified_buyer', 'desc')
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(inlineReviews.before)
    .execute()
  return rows.map(presentReview)
}

export async function findReview(db: Db, id: string): Promise<Review> {
  return presentReview(
    await shownReviews(db).where('reviews.id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** The author's name is null once the account is gone. */
function shownReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .leftJoin('users', 'users.id', 'reviews.author_id')
    .select([
      'reviews.id',
      'reviews.author_id',
      'reviews.text',
      'reviews.created_at',
      'reviews.edited_at',
      'reviews.answer',
      'reviews.answered_at',
      'users.username',
      'users.avatar',
      sql<boolean>`exists (
        select from entitlements join tracks on tracks.id = entitlements.track_id
        where entitlements.user_id = reviews.author_id and tracks.artist_id = reviews.artist_id
      )`.as('is_verified_buyer'),
    ])
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof shownReviews>['execute']>>[number]

function presentReview(row: ReviewRow): Review {
  const { author_id: id, username, avatar, answer, answered_at: answeredAt } = row
  return {
    id: row.id,
    user: id === null || username === null ? null : { id, username, avatar },
    text: row.text,
    createdAt: row.created_at.toISOString(),
    isEdited: row.edited_at !== null,
    isVerifiedBuyer: row.is_verified_buyer,
    answer:
      answer === null || answeredAt === null
        ? null
        : { text: answer, answeredAt: answeredAt.toISOString() },
  }
}
