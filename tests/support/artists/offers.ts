// Offers of an artist, saved through the API.

import type { OwnOffer, OwnOffers } from '#contracts/artists/offers.ts'
import type { TestApp, TestUser } from '../test-app.ts'

type TypedOffer = Partial<Record<'id' | 'title' | 'description' | 'price' | 'fits', string>> & {
  promiseDays?: number
  isOn?: boolean
}

/** As an artist types it: £15.00 for the artist, £16.70 for a customer, in three days. */
export function typedOffer(changes: TypedOffer = {}) {
  return {
    title: 'Same song in another key',
    description: 'As on my recording.',
    price: '15.00',
    promiseDays: 3,
    fits: 'another_key',
    isOn: true,
    ...changes,
  }
}

/** With the version, if the artist has read one. */
export function putOffers(
  app: TestApp,
  as: TestUser,
  list: { offers: readonly object[]; version?: number },
) {
  return app.call('PUT /api/artist/offers', { as, send: list })
}

/** Replaces those that the artist has. */
export async function saveOffers(
  app: TestApp,
  as: TestUser,
  offers: readonly TypedOffer[],
): Promise<OwnOffer[]> {
  const saved = await putOffers(app, as, { offers: offers.map(typedOffer) })
  if (saved.statusCode !== 200) throw new Error(`Not saved: ${saved.body}`)
  return saved.json<OwnOffers>().offers
}

/** Returns its id. */
export async function createOffer(
  app: TestApp,
  as: TestUser,
  changes: TypedOffer = {},
): Promise<string> {
  const [offer] = await saveOffers(app, as, [changes])
  if (!offer) throw new Error('One was saved.')
  return offer.id
}
