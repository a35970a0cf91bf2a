// An artist's own profile: what everyone sees, and what only the artist does.

import type { CommissionSettings } from '#contracts/artists/commission-settings.ts'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { presentArtist } from '../artist-presenter.ts'
import { findArtist } from '../artist-queries.ts'
import { canBePaid } from '../profile-commands.ts'

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
    availableForCommission: artist.wants_commissions,
    commissionPrice: pence === null ? null : pence / 100,
    commissionPricePence: pence,
    deliveryDays: artist.delivery_days,
    canBePaid: isPayable,
  }
}

export async function readCommissionSettings(
  db: Db,
  artistId: string,
): Promise<CommissionSettings> {
  const artist = await db
    .selectFrom('artists')
    .select(['commission_price_pence', 'delivery_days', 'wants_commissions', 'takes_commissions'])
    .select(['commission_places', 'open_commissions', 'included_revisions'])
    .select(canBePaid.as('can_be_paid'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  const { commission_price_pence: pence } = artist
  return {
    commissionPrice: pence === null ? null : pence / 100,
    commissionPricePence: pence,
    deliveryDays: artist.delivery_days,
    availableForCommission: artist.wants_commissions,
    isFullyBooked: artist.wants_commissions && !artist.takes_commissions,
    commissionPlaces: artist.commission_places,
    openCommissions: artist.open_commissions,
    includedRevisions: artist.included_revisions,
    canBePaid: artist.can_be_paid,
  }
}
