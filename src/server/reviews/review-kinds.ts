// The kinds of texts that users write: comments on tracks and reviews of artists. Each has a table, and these are the
// differences.

import { sql, type RawBuilder } from 'kysely'
import type { Comment, Review } from '#contracts/review-schemas.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { findListedArtist } from '#server/accounts/listed-artists.ts'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf as nameOfUsers } from '#server/db/user-name.ts'
import { publish } from '#server/events/site-events.ts'
import type { NotifiedEvent } from '#rules/notifications/notification-kinds.ts'
import { findComment } from '#server/tracks/track-comments.ts'
import { findReview } from './review-queries.ts'
import { isListedTrack, refuseUnlessOpen, type RatingRules } from './track-admission.ts'

/** The subject is a track or an artist. */
export type NewReview = { authorId: string; subjectId: string; text: string }
type Written = NewReview & { id: string }

export type ReviewKind<Shown> = {
  name: 'comment' | 'review'
  /** The table, its counters of limits and its column of the author. */
  table: 'comments' | 'reviews'
  author: 'user_id' | 'author_id'
  /** The column of what it is about. */
  subject: 'track_id' | 'artist_id'
  /** The artist's answer; comments have none. */
  answer: RawBuilder<string | null>
  refusals: { login: RefusalCode; tooMany: RefusalCode; notEditable: RefusalCode }
  /** Returns the artist, who is told. @throws Refusal if this user cannot write about it */
  admit: (tx: Db, written: NewReview, rules: RatingRules) => Promise<string>
  insert: (tx: Db, written: Written) => Promise<unknown>
  event: (written: Written) => NotifiedEvent
  find: (db: Db, id: string) => Promise<Shown>
  /** The title of the track, or the name of the artist. */
  nameOf: (db: Db, subjectId: string) => Promise<string>
  isListed: (db: Db, subjectId: string) => Promise<boolean>
  /** After one has appeared or disappeared, among the last writes; comments are counted when they are read. */
  count?: (tx: Db, subjectId: string) => Promise<void>
  publish: (tx: Db, subjectId: string) => Promise<void>
}

export const trackComments: ReviewKind<Comment> = {
  name: 'comment',
  table: 'comments',
  author: 'user_id',
  subject: 'track_id',
  answer: sql`null::text`,
  refusals: {
    login: 'comment_login_required',
    tooMany: 'too_many_comments',
    notEditable: 'comment_not_editable',
  },
  admit: (tx, { authorId: userId, subjectId: trackId }, rules) =>
    refuseUnlessOpen(tx, { userId, trackId }, rules),
  insert: (tx, { id, authorId, subjectId, text }) =>
    tx
      .insertInto('comments')
      .values({ id, user_id: authorId, track_id: subjectId, text })
      .execute(),
  event: ({ id: commentId, authorId: actorId, subjectId: trackId }) => ({
    kind: 'comment',
    actorId,
    trackId,
    commentId,
  }),
  find: findComment,
  async nameOf(db, id) {
    const track = await db
      .selectFrom('tracks')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return track.title
  },
  isListed: isListedTrack,
  publish: (tx, trackId) => publish(tx, { name: 'ratingsChanged', trackId }),
}

export const artistReviews: ReviewKind<Review> = {
  name: 'review',
  table: 'reviews',
  author: 'author_id',
  subject: 'artist_id',
  answer: sql.ref('answer'),
  refusals: {
    login: 'login_required',
    tooMany: 'too_many_reviews',
    notEditable: 'review_not_editable',
  },
  async admit(tx, { authorId, subjectId: artistId }) {
    if (artistId === authorId) throw new Refusal('own_review')
    if (!(await findListedArtist(tx, artistId))) throw new Refusal('not_found')
    return artistId
  },
  insert: (tx, { id, authorId, subjectId, text }) =>
    tx
      .insertInto('reviews')
      .values({ id, author_id: authorId, artist_id: subjectId, text })
      .execute(),
  event: ({ id: reviewId, authorId: actorId }) => ({ kind: 'review', actorId, reviewId }),
  find: findReview,
  nameOf: nameOfUser,
  isListed: async (db, id) => (await findListedArtist(db, id)) !== undefined,
  count: (tx, artistId) => refreshArtists(tx, 'reviews', [artistId]),
  publish: (tx, artistId) => publish(tx, { name: 'reviewsChanged', artistId }),
}

/** The name that pages show. */
export async function nameOfUser(db: Db, id: string): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select(nameOfUsers().as('name'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

/**
 * Kysely has no type for a table that is a parameter. The callers use the columns that both tables have, and name the
 * others by `author`, `subject` and `answer`.
 */
export function tableOf({ table }: Pick<ReviewKind<unknown>, 'table'>) {
  return table as 'reviews'
}
