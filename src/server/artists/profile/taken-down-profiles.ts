// A profile of which a report is upheld: what the artist says of themself is emptied, and may be written anew. The caller's
// transaction holds the artist's account.

import { sql } from 'kysely'
import type { FlaggedProfile } from '#contracts/moderation/flagged.ts'
import { avatarId, avatarSizes } from '#rules/artists/avatars.ts'
import { storeArtists } from '#server/accounts/artist-row.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { avatarKey } from '../pictures/avatar-commands.ts'

/** Returns the keys of the picture, whose files nothing refers to after the transaction. */
export async function emptyProfile(tx: Db, artistId: string): Promise<string[]> {
  const { avatar } = await tx
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  await tx.updateTable('users').set({ avatar: null }).where('id', '=', artistId).execute()
  await tx
    .updateTable('artists')
    .set({ about: null, instrument: null, youtube_url: null })
    .where('artist_id', '=', artistId)
    .execute()
  await storeArtists(tx, [artistId])
  await publish(tx, { name: 'profileChanged', artistId })
  const picture = avatar === null ? null : avatarId(avatar)
  return picture === null ? [] : avatarSizes.map((size) => avatarKey(picture, size))
}

/** What the artist has written since stays. The picture is gone for good: its files are deleted. */
export async function refillProfile(
  tx: Db,
  artistId: string,
  { about, instrument, videoUrl }: FlaggedProfile,
): Promise<void> {
  await tx
    .updateTable('artists')
    .set({
      about: sql`coalesce(about, ${about})`,
      instrument: sql`coalesce(instrument, ${instrument})`,
      youtube_url: sql`coalesce(youtube_url, ${videoUrl})`,
    })
    .where('artist_id', '=', artistId)
    .execute()
  await storeArtists(tx, [artistId])
  await publish(tx, { name: 'profileChanged', artistId })
}
