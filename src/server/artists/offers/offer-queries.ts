// An artist's offers: all of them for the artist, and those that others can ask for.

import { sql } from 'kysely'
import type { OwnOffers } from '#contracts/artists/offers.ts'
import type { Offer } from '#contracts/artists/artists.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import { offerColumns, presentOffer, presentOwnOffer } from './offer-presenter.ts'

export async function readOwnOffers(db: Db, artistId: string): Promise<OwnOffers> {
  const { offers_version: version } = await db
    .selectFrom('artists')
    .select('offers_version')
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  const offers = await db
    .selectFrom('artist_offers')
    .select([...offerColumns, 'is_on'])
    .where('artist_id', '=', artistId)
    .orderBy('position')
    .execute()
  return { offers: offers.map(presentOwnOffer), version }
}

const shownOffers = fixedQuery((db, artistId: string) =>
  db
    .selectFrom('artist_offers')
    .innerJoin('artists', 'artists.artist_id', 'artist_offers.artist_id')
    .select(offerColumns)
    .where('artist_offers.artist_id', '=', artistId)
    .where('is_on', '=', sql.lit(true))
    // Without a plain price, nothing can be asked of the artist.
    .where('commission_price_pence', 'is not', null)
    .orderBy('position'),
)

export async function readShownOffers(db: Db, artistId: string): Promise<Offer[]> {
  return (await shownOffers(db, artistId)).map(presentOffer)
}
