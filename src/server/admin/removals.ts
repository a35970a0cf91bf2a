// Comments and reviews that an admin removes: deleted like those that their authors delete, with a copy in the audit log.

import { sql } from 'kysely'
import type { RemovedText } from '#contracts/admin/audit-log.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import { takeReview } from '#server/reviews/review-commands.ts'
import { nameOfUser, type ReviewKind } from '#server/reviews/review-kinds.ts'
import { recordAdminAction, type ToldWords } from './audit-log.ts'

type Removal = ToldWords & { id: string; adminId: string }

/** @throws Refusal not_found */
export async function removeByAdmin(
  db: Db,
  kind: ReviewKind<unknown>,
  { id, adminId, ...words }: Removal,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAuthor(tx, kind, id)
    const taken = await takeReview(tx, kind, id)
    if (!taken) throw new Refusal('not_found')
    const { text, answer, writtenAt, authorId, subjectId } = taken
    const about = { id: subjectId, name: await kind.nameOf(tx, subjectId) }
    const removed: RemovedText = {
      text,
      answer,
      writtenAt: writtenAt.toISOString(),
      author: authorId === null ? null : { id: authorId, name: await nameOfUser(tx, authorId) },
      about,
    }
    const action = `remove_${kind.name}` as const
    const entry = { adminId, action, subjectId: id, ...words, details: { removed } }
    await recordAdminAction(tx, entry)
    if (authorId === null || authorId === adminId) return
    const told = { kind: `${kind.name}_removed` as const, titles: [about.name] }
    await notify(tx, { to: authorId, key: `removed:${id}`, ...told, reason: words.reason })
  })
}

/** Before the text, as the deletion of an account does. */
async function lockAuthor(tx: Db, { table, author }: ReviewKind<unknown>, id: string) {
  const authorId = sql<string>`(select ${sql.ref(author)} from ${sql.table(table)} where id = ${id})`
  await tx.selectFrom('users').select('id').where('id', '=', authorId).forKeyShare().execute()
}
