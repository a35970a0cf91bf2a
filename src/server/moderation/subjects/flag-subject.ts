// The subject of a flag: the thing that it is about. The process of flags knows a subject by these functions only.

import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/client.ts'

export type FlagSubject = {
  /**
   * As this reader sees it; undefined for what is hidden from them. In a transaction the row is held, so that nobody
   * deletes it meanwhile. `flagged` is the frozen copy: a later edit does not change what was flagged.
   */
  find(db: Db, of: { id: string; readerId: string }): Promise<FoundSubject | undefined>
  /** Before its flags, so that simultaneous decisions about one subject see each other. */
  lock(tx: Db, id: string): Promise<void>
  /** Nobody reads it any more but its author and admins. Returns the keys of stored files that nothing refers to from then on. */
  takeDown(tx: Db, id: string): Promise<string[]>
  putBack(tx: Db, id: string, flagged: unknown): Promise<void>
}

type FoundSubject = {
  authorId: string | null
  /** What it is about, as people are told it: a track's title, or the name of an artist or a commission. */
  about: { id: string; name: string }
  /** Empty for a track. */
  text: string
  flagged: Record<string, unknown>
}

/**
 * In the order of their ids, before what they wrote or what was written about them: as the deletion of an account does,
 * which removes an artist's reviews after the artist's row.
 */
export async function lockUsers(tx: Db, ids: (string | null)[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${ids.filter((id) => id !== null)}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
}

/** The name that pages show. */
export const shownName = (of: string) =>
  sql<string>`coalesce(${sql.ref(`${of}.display_name`)}, ${sql.ref(`${of}.username`)})`

export const isShown = (of: 'reviews' | 'comments' | 'commission_messages') =>
  sql<SqlBool>`${sql.ref(`${of}.taken_down_at`)} is null`
