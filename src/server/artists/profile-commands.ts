// Changes of an artist's own profile.

import { sql } from 'kysely'
import type { ProfileChanges } from '#contracts/artists/profile.ts'
import { profileChangeLimits } from '#rules/artists/profile-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import { storeArtists } from '#server/accounts/artist-row.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { changeDisplayName } from './display-name.ts'

/** In the transaction of a change, if there is one: a refused change is not counted. @throws Refusal too_many_profile_changes */
export function countProfileChange(db: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['profile', 'too_many_profile_changes'] as const
  return countUserAction(db, { kind, userId, limits: profileChangeLimits, refusal })
}

/** The fields of the profile and of the settings of commissions. */
type ArtistChanges = ProfileChanges & { commissionPlaces?: number; includedRevisions?: number }

/** @throws Refusal display_name_taken, commission_setup_needed, commission_price_needed, too_many_profile_changes */
export async function changeProfile(
  db: Db,
  { artistId, changes }: { artistId: string; changes: ArtistChanges },
): Promise<void> {
  const { displayName, ...rest } = changes
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    await countProfileChange(tx, artistId)
    if (displayName !== undefined) await changeDisplayName(tx, { artistId, name: displayName })
    await changeArtist(tx, artistId, rest)
    await publish(tx, { name: 'profileChanged', artistId })
  })
}

/**
 * Commissions are taken by artists with a price who can be paid: one UPDATE checks that and changes the row. Without a
 * price the availability ends, too.
 */
async function changeArtist(
  tx: Db,
  artistId: string,
  changes: Omit<ArtistChanges, 'displayName'>,
): Promise<void> {
  const { commissionPrice: price } = changes
  const takes = changes.availableForCommission ?? (price === null ? false : undefined)
  // Otherwise payouts that end at this moment would not be seen.
  if (takes)
    await sql`select from payment_accounts where user_id = ${artistId} for share`.execute(tx)
  const { artistInstrument: instrument } = changes
  const columns = Object.entries({
    about: changes.about,
    instrument,
    youtube_url: changes.artistYoutubeLink,
    commission_price_pence: price,
    delivery_days: changes.deliveryDays,
    wants_commissions: takes,
    commission_places: changes.commissionPlaces,
    included_revisions: changes.includedRevisions,
  }).filter(([, value]) => value !== undefined)
  if (columns.length === 0) return
  const hasPrice =
    price === undefined
      ? sql<boolean>`commission_price_pence is not null`
      : sql<boolean>`${price !== null}::boolean`
  const willTake =
    takes === undefined ? sql<boolean>`wants_commissions` : sql<boolean>`${takes}::boolean`
  const changed = await tx
    .updateTable('artists')
    .set(Object.fromEntries(columns))
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`(not ${willTake} or ${hasPrice})`)
    .where(sql<boolean>`(not ${takes ?? false}::boolean or ${canBePaid})`)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw await refusalOf(tx, artistId)
  // A search finds the artist by it.
  if (instrument !== undefined) await storeArtists(tx, [artistId])
}

/** Of artists who can no longer be paid: they become available again by their own choice. Returns whether it ended now. */
export async function endCommissions(tx: Db, artistId: string): Promise<boolean> {
  const ended = await tx
    .updateTable('artists')
    .set({ wants_commissions: false })
    .where('artist_id', '=', artistId)
    .where('wants_commissions', '=', true)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** A condition on an artist's row. */
export const canBePaid = sql<boolean>`coalesce(
  (select payouts_enabled from payment_accounts where user_id = artists.artist_id), false
)`

async function refusalOf(tx: Db, artistId: string): Promise<Refusal> {
  const artist = await tx
    .selectFrom('artists')
    .select(canBePaid.as('can_be_paid'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return new Refusal(artist.can_be_paid ? 'commission_price_needed' : 'commission_setup_needed')
}
