// Comments and reviews that an admin removes: deleted like those that their authors delete, with a copy in the audit log.

import { sql } from 'kysely'
import type { RemovedText } from '#contracts/admin/audit-log.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import { takeComment } from '#server/ratings/comment-commands.ts'
import { takeReview } from '#server/reviews/review-commands.ts'
import { recordAdminAction, type ToldWords } from './audit-log.ts'

type Removal = ToldWords & { id: string; adminId: string }

/** @throws Refusal not_found */
export async function removeComment(db: Db, removal: Removal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, { of: 'comments', id: removal.id })
    const taken = await takeComment(tx, removal.id)
    if (!taken) throw new Refusal('not_found')
    const about = await tx
      .selectFrom('tracks')
      .select(['id', 'title as name'])
      .where('id', '=', taken.trackId)
      .executeTakeFirstOrThrow()
    await recordAndTell(tx, removal, { ...taken, answer: null, about, kind: 'comment' })
  })
}

/** @throws Refusal not_found */
export async function removeReview(db: Db, removal: Removal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, { of: 'reviews', id: removal.id })
    const taken = await takeReview(tx, removal.id)
    if (!taken) throw new Refusal('not_found')
    const about = await findName(tx, taken.artistId)
    await recordAndTell(tx, removal, { ...taken, about, kind: 'review' })
  })
}

type Taken = Omit<RemovedText, 'author' | 'writtenAt'> & {
  kind: 'comment' | 'review'
  writtenAt: Date
  authorId: string | null
}

async function recordAndTell(tx: Db, { id, adminId, ...words }: Removal, taken: Taken) {
  const { kind, text, answer, authorId, about } = taken
  const removed: RemovedText = {
    text,
    answer,
    writtenAt: taken.writtenAt.toISOString(),
    author: authorId === null ? null : await findName(tx, authorId),
    about,
  }
  const action = `remove_${kind}` as const
  const entry = { adminId, action, subjectId: id, ...words, details: { removed } }
  await recordAdminAction(tx, entry)
  if (authorId === null || authorId === adminId) return
  const told = { kind: `${kind}_removed` as const, titles: [about.name], reason: words.reason }
  await notify(tx, { to: authorId, key: `removed:${id}`, ...told })
}

function findName(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', sql<string>`coalesce(display_name, username)`.as('name')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Before the text, as the deletion of an account does. */
async function lockAuthor(tx: Db, { of, id }: { of: 'comments' | 'reviews'; id: string }) {
  const column = of === 'comments' ? 'comments.user_id' : 'reviews.author_id'
  const authorId = sql<string>`(select ${sql.ref(column)} from ${sql.table(of)} where id = ${id})`
  await tx.selectFrom('users').select('id').where('id', '=', authorId).forKeyShare().execute()
}
