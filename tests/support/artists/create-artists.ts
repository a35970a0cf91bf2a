// What only commissions and profiles write once they exist: an artist's figures, set directly.

import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { storeArtists } from '#server/accounts/artist-row.ts'
import { changeDisplayName } from '#server/artists/display-name.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'

export async function updateArtist(
  db: Db,
  id: string,
  changes: Updateable<Tables['artists']>,
): Promise<void> {
  await db.updateTable('artists').set(changes).where('artist_id', '=', id).execute()
}

/** Accounts that nobody logs in to. Returns their ids. */
export async function createArtists(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const users = ids.map((id, at) => ({
    id,
    email: id,
    username: `artist ${at} ${id}`,
    role: 'artist' as const,
  }))
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(users).execute()
    await storeArtists(tx, ids)
  })
  return ids
}

/** As an artist does in the profile. */
export function rename(db: Db, artistId: string, name: string): Promise<void> {
  return db.transaction().execute((tx) => changeDisplayName(tx, { artistId, name }))
}
