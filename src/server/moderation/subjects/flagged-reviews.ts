// Comments on tracks and reviews of artists as what a flag is about.

import { sql } from 'kysely'
import type { FlaggedText } from '#contracts/moderation/flagged.ts'
import type { Db } from '#server/db/client.ts'
import { putReviewBack, takeReviewDown } from '#server/reviews/review-commands.ts'
import { tableOf, type ReviewKind } from '#server/reviews/review-kinds.ts'
import { lockUsers, type FlagSubject } from './flag-subject.ts'

export function flaggedReview(kind: ReviewKind<unknown>): FlagSubject {
  return {
    async find(db, { id }) {
      const review = await findShown(db, kind, id)
      if (!review || !(await kind.isListed(db, review.subjectId))) return undefined
      const { text, answer, author, authorId, subjectId } = review
      const about = { id: subjectId, name: await kind.nameOf(db, subjectId) }
      const writtenAt = review.writtenAt.toISOString()
      const flagged: FlaggedText = { text, answer, writtenAt, author, about }
      return { authorId, about, text, flagged }
    },
    async lock(tx, id) {
      const review = await ofTable(tx, kind)
        .select(people(kind))
        .where('written.id', '=', id)
        .executeTakeFirst()
      if (!review) return
      const { authorId, subjectId } = review
      await lockUsers(tx, kind.subject === 'artist_id' ? [authorId, subjectId] : [authorId])
      await ofTable(tx, kind)
        .select('written.id')
        .where('written.id', '=', id)
        .forNoKeyUpdate()
        .execute()
    },
    async takeDown(tx, id) {
      await takeReviewDown(tx, kind, id)
      return []
    },
    putBack: (tx, id) => putReviewBack(tx, kind, id),
  }
}

function findShown(db: Db, kind: ReviewKind<unknown>, id: string) {
  return ofTable(db, kind)
    .leftJoin('users as writer', (join) =>
      join.on('writer.id', '=', sql.ref<string>(`written.${kind.author}`)),
    )
    .select(people(kind))
    .select(['text', 'written.created_at as writtenAt', 'writer.username as author'])
    .select(kind.answer.as('answer'))
    .where('written.id', '=', id)
    .where('taken_down_at', 'is', null)
    .$if(db.isTransaction, (query) => query.forKeyShare(['written']))
    .executeTakeFirst()
}

const ofTable = (db: Db, kind: ReviewKind<unknown>) => db.selectFrom(`${tableOf(kind)} as written`)

const people = ({ author, subject }: ReviewKind<unknown>) => [
  sql.ref<string | null>(`written.${author}`).as('authorId'),
  sql.ref<string>(`written.${subject}`).as('subjectId'),
]
