// Backfills username keys of older accounts. PostgreSQL cannot compute them.

import { sql } from 'kysely'
import { usernameKey } from '#rules/username.ts'
import type { Db } from '#server/db/client.ts'

/** Advisory lock id: one process fills the keys, the others wait and then find nothing to do. */
const fillLock = 7_301_947

/** If two accounts share a key, the older one gets it. Both keep their names; a third account is refused. */
export async function fillUsernameKeys(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${fillLock})`.execute(tx)
    const users = await tx
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { id, username } of users) {
      const key = usernameKey(username)
      await tx
        .updateTable('users')
        .set({ username_key: key })
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('users as other').select('id').where('username_key', '=', key))),
        )
        .execute()
    }
  })
}
