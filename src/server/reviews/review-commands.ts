// Comments and reviews: written, changed and deleted by their authors, removed by admins, taken down and put back by
// reports.

import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { reviewEditMinutes, reviewLimits } from '#rules/reviews/review-limits.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { notify } from '#server/notifications/notify.ts'
import { tableOf, type NewReview, type ReviewKind } from './review-kinds.ts'
import type { RatingRules } from './track-admission.ts'

/** @throws Refusal of the kind's `admit`; too_many_comments, too_many_reviews */
export async function storeReview<Shown>(
  db: Db,
  kind: ReviewKind<Shown>,
  review: NewReview,
  rules: RatingRules,
): Promise<Shown> {
  const { authorId, subjectId } = review
  return db.transaction().execute(async (tx) => {
    await lockAuthor(tx, authorId, kind.refusals.login)
    const artistId = await kind.admit(tx, review, rules)
    await countWritten(tx, kind, authorId)
    const written = { ...review, id: randomUUID() }
    await kind.insert(tx, written)
    await notify(tx, { ...kind.event(written), to: artistId, key: `${kind.name}:${written.id}` })
    await countAndPublish(tx, kind, subjectId)
    return kind.find(tx, written.id)
  })
}

type OwnReview = { id: string; authorId: string }

/**
 * @throws Refusal not_found, words_removed, review_has_answer; comment_not_editable, review_not_editable;
 * too_many_comments, too_many_reviews
 */
export async function changeReview<Shown>(
  db: Db,
  kind: ReviewKind<Shown>,
  { id, authorId, text }: OwnReview & { text: string },
): Promise<Shown> {
  return db.transaction().execute(async (tx) => {
    await lockAuthor(tx, authorId, kind.refusals.login)
    await countWritten(tx, kind, authorId)
    const changed = await tx
      .updateTable(tableOf(kind))
      .set({ text, edited_at: new Date() })
      .where('id', '=', id)
      .where(isBy(kind, authorId))
      .where('created_at', '>', editableSince())
      // What the artist has answered, or a report has taken down, must not become another text.
      .where(sql<SqlBool>`${kind.answer} is null`)
      .where('taken_down_at', 'is', null)
      .returning(subjectIdOf(kind))
      .executeTakeFirst()
    if (!changed) throw new Refusal(await reasonNotChanged(tx, kind, { id, authorId }))
    await kind.publish(tx, changed.subjectId)
    return kind.find(tx, id)
  })
}

async function reasonNotChanged(tx: Db, kind: ReviewKind<unknown>, { id, authorId }: OwnReview) {
  const own = await tx
    .selectFrom(tableOf(kind))
    .select(['taken_down_at', kind.answer.as('answer')])
    .where('id', '=', id)
    .where(isBy(kind, authorId))
    .executeTakeFirst()
  if (!own) return 'not_found'
  if (own.taken_down_at !== null) return 'words_removed'
  return own.answer === null ? kind.refusals.notEditable : 'review_has_answer'
}

/** A comment or a review from after this moment can be changed. */
export function editableSince(): Date {
  return new Date(Date.now() - reviewEditMinutes * 60_000)
}

/** @throws Refusal not_found */
export async function removeReview(
  db: Db,
  kind: ReviewKind<unknown>,
  { id, authorId }: OwnReview,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom(tableOf(kind))
      .where('id', '=', id)
      .where(isBy(kind, authorId))
      .returning(subjectIdOf(kind))
      .executeTakeFirst()
    if (!deleted) throw new Refusal('not_found')
    await countAndPublish(tx, kind, deleted.subjectId)
  })
}

/** By an admin, in the transaction that records it. Undefined if there is none. */
export async function takeReview(tx: Db, kind: ReviewKind<unknown>, id: string) {
  const taken = await tx
    .deleteFrom(tableOf(kind))
    .where('id', '=', id)
    .returning([
      'text',
      'created_at as writtenAt',
      kind.answer.as('answer'),
      sql.ref<string | null>(kind.author).as('authorId'),
      subjectIdOf(kind),
    ])
    .executeTakeFirst()
  if (taken) await countAndPublish(tx, kind, taken.subjectId)
  return taken
}

/**
 * By a report, in the transaction that has locked the text and records the decision: nobody but its author reads it
 * meanwhile, and a review does not count. The author's stars are a row of their own, and stay.
 */
export async function takeReviewDown(tx: Db, kind: ReviewKind<unknown>, id: string): Promise<void> {
  const taken = await tx
    .updateTable(tableOf(kind))
    .set({ taken_down_at: sql`now()` })
    .where('id', '=', id)
    .where('taken_down_at', 'is', null)
    .returning(subjectIdOf(kind))
    .executeTakeFirst()
  if (taken) await countAndPublish(tx, kind, taken.subjectId)
}

export async function putReviewBack(tx: Db, kind: ReviewKind<unknown>, id: string): Promise<void> {
  const back = await tx
    .updateTable(tableOf(kind))
    .set({ taken_down_at: null })
    .where('id', '=', id)
    .where('taken_down_at', 'is not', null)
    .returning(subjectIdOf(kind))
    .executeTakeFirst()
  if (back) await countAndPublish(tx, kind, back.subjectId)
}

async function countAndPublish(
  tx: Db,
  kind: ReviewKind<unknown>,
  subjectId: string,
): Promise<void> {
  await kind.count?.(tx, subjectId)
  await kind.publish(tx, subjectId)
}

const isBy = ({ author }: ReviewKind<unknown>, authorId: string) =>
  sql<SqlBool>`${sql.ref(author)} = ${authorId}`

const subjectIdOf = ({ subject }: ReviewKind<unknown>) => sql.ref<string>(subject).as('subjectId')

/** In the transaction of the change: a refused change is not counted. @throws Refusal too_many_comments, too_many_reviews */
export async function countWritten(
  tx: Db,
  { table: kind, refusals }: ReviewKind<unknown>,
  userId: string,
): Promise<void> {
  const limits = reviewLimits[kind]
  await countUserAction(tx, { kind, userId, limits, refusal: refusals.tooMany })
}
