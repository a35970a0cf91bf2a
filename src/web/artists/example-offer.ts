// An offer for tests, with optional changes.

import type { Offer } from '#contracts/artists/artists.ts'

export function exampleOffer(changes: Partial<Offer> = {}): Offer {
  return {
    id: '0198f000-0000-7000-8000-0000000000b1',
    title: 'Same song in another key',
    description: 'As on my recording.',
    fits: 'another_key',
    customerPrice: 16.7,
    customerPricePence: 1670,
    promiseDays: 3,
    maxTimeTaken: '3 days',
    ...changes,
  }
}
