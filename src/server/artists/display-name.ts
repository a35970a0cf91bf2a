// The one writer of display names. A name reaches the account, the artist, the tracks' search columns and the pages in one
// transaction.

import { sql } from 'kysely'
import { usernameKey } from '#rules/username.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { storeArtists } from '#server/accounts/artist-row.ts'
import type { Db } from '#server/db/client.ts'
import { lockTracksOfArtist } from '#server/search/list-tracks.ts'
import { reindexArtistTracks } from '#server/tracks/track-commands.ts'

/** @param name null for the username. @throws Refusal display_name_taken */
export async function changeDisplayName(
  tx: Db,
  { artistId, name }: { artistId: string; name: string | null },
): Promise<void> {
  const key = name === null ? null : usernameKey(name)
  await lockTracksOfArtist(tx, artistId)
  if (key !== null) await refuseTakenName(tx, { artistId, key })
  await tx
    .updateTable('users')
    .set({ display_name: name, display_name_key: key, updated_at: new Date() })
    .where('id', '=', artistId)
    .execute()
  await storeArtists(tx, [artistId])
  await reindexArtistTracks(tx, artistId)
}

/** Changes of names wait for each other: of two equal ones at the same moment, the second finds the first. */
async function refuseTakenName(
  tx: Db,
  { artistId, key }: { artistId: string; key: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`name:${key}`}, 0))`.execute(tx)
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '!=', artistId)
    .where((eb) => eb.or([eb('username_key', '=', key), eb('display_name_key', '=', key)]))
    .executeTakeFirst()
  if (taken) throw new Refusal('display_name_taken')
}
