// The artist's offers on their way to the server: always as a whole list, one change after the other.

import { useRef, useState } from 'react'
import type { z } from 'zod'
import type {
  listOwnOffers,
  OwnOffer,
  OwnOffers,
  offerInputSchema,
  putOwnOffers,
} from '#contracts/artists/offers.ts'
import { request } from '#web/api/browser.ts'
import type { CodeOf, Result } from '#web/api/result.ts'

export type TypedOffer = z.input<typeof offerInputSchema>
export type Saved = Result<OwnOffers, CodeOf<typeof putOwnOffers>>
/** What is made of the offers, as they are when it is the change's turn. */
type Change = (offers: readonly TypedOffer[]) => readonly TypedOffer[]
export type SaveChange = (change: Change) => Promise<Saved>

export function useOwnOffers(loaded: OwnOffers): { offers: OwnOffer[]; save: SaveChange } {
  const [list, setList] = useState(loaded)
  const latest = useRef(loaded)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const show = (newer: OwnOffers) => {
    latest.current = newer
    setList(newer)
  }

  async function put(change: Change): Promise<Saved> {
    const { offers, version } = latest.current
    const changed = [...change(offers.map(typedOf))]
    const sent = await request<typeof putOwnOffers>('PUT /api/artist/offers', {
      version,
      offers: changed,
    })
    if (sent.ok) show(sent.value)
    else if (sent.code === 'offers_changed') await refetch()
    return sent
  }

  /** The list that another tab has made: the same change can be made to it. */
  async function refetch(): Promise<void> {
    const found = await request<typeof listOwnOffers>('GET /api/artist/offers', {})
    if (found.ok) show(found.value)
  }

  return {
    offers: list.offers,
    save(change) {
      const saved = queue.current.then(() => put(change))
      queue.current = saved
      return saved
    },
  }
}

/** As the artist would type it. */
export function typedOf({ id, title, description, pricePence, ...offer }: OwnOffer): TypedOffer {
  const price = (pricePence / 100).toFixed(2)
  const { promiseDays, fits, isOn } = offer
  return { id, title, description, price, promiseDays, fits, isOn }
}

/** In its place; a new one, and one that was removed meanwhile, at the end. */
export function withOffer(offers: readonly TypedOffer[], offer: TypedOffer): TypedOffer[] {
  const place = offers.findIndex(({ id }) => id === offer.id)
  return place === -1 ? [...offers, { ...offer, id: null }] : offers.with(place, offer)
}

export function turnedOffer(
  offers: readonly TypedOffer[],
  { id, isOn }: { id: string; isOn: boolean },
): TypedOffer[] {
  return offers.map((offer) => (offer.id === id ? { ...offer, isOn } : offer))
}

export function withoutOffer(offers: readonly TypedOffer[], id: string): TypedOffer[] {
  return offers.filter((offer) => offer.id !== id)
}

/** One place up or down; at the end of the list it stays. */
export function movedOffer(offers: readonly TypedOffer[], id: string, by: -1 | 1): TypedOffer[] {
  const from = offers.findIndex((offer) => offer.id === id)
  const [offer, other] = [offers[from], offers[from + by]]
  if (offer === undefined || other === undefined) return [...offers]
  return offers.with(from, other).with(from + by, offer)
}
