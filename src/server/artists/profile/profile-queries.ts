// An artist's own profile: what everyone sees, and what only the artist does.

import type { OwnProfile } from '#contracts/artists/profile.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { presentArtist } from '../artist-presenter.ts'
import { findArtist } from '../artist-queries.ts'
import { canBePaid } from './profile-commands.ts'

/** @throws Refusal banned, for an artist who is banned meanwhile */
export async function readOwnProfile(db: Db, artistId: string): Promise<OwnProfile> {
  const artist = await findArtist(db, artistId, { withBanned: false })
  if (!artist) throw new Refusal('banned')
  const { can_be_paid: isPayable } = await db
    .selectFrom('artists')
    .select(canBePaid.as('can_be_paid'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  const { commission_price_pence: pence } = artist
  return {
    ...presentArtist(artist),
    commissionPrice: pence === null ? null : pence / 100,
    commissionPricePence: pence,
    deliveryDays: artist.delivery_days,
    canBePaid: isPayable,
  }
}
