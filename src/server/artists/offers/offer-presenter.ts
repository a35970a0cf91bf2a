// Maps an offer's row to the contract.

import type { Selectable } from 'kysely'
import type { Offer } from '#contracts/artists/artists.ts'
import type { OwnOffer } from '#contracts/artists/offers.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { customerPricePence } from '#rules/price.ts'
import type { Tables } from '#server/db/tables.ts'

export const offerColumns = [
  'artist_offers.id',
  'title',
  'description',
  'artist_pence',
  'artist_offers.delivery_days',
  'fits',
] as const

type OfferRow = Pick<
  Selectable<Tables['artist_offers']>,
  'id' | 'title' | 'description' | 'artist_pence' | 'delivery_days' | 'fits'
>

/** As everyone sees it: what the artist receives is only in the artist's own list. */
export function presentOffer(row: OfferRow): Offer {
  const pricePence = customerPricePence(row.artist_pence)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    fits: row.fits,
    customerPrice: pricePence / 100,
    customerPricePence: pricePence,
    promiseDays: row.delivery_days,
    maxTimeTaken: deliveryPromiseText(row.delivery_days),
  }
}

export function presentOwnOffer(row: OfferRow & { is_on: boolean }): OwnOffer {
  return {
    ...presentOffer(row),
    price: row.artist_pence / 100,
    pricePence: row.artist_pence,
    isOn: row.is_on,
  }
}
