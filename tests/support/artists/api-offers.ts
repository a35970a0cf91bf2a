// Offers of a running app's artist, made through its API: for journeys that look at them.

import type { ApiUser } from '../api-user.ts'

/** As long as their texts can be: a page has to have room for them. */
const offers = [
  {
    title: 'Same song in another key, wherever your voice is happiest',
    description: `${'One of my recordings again, in the key that you sing it in. '.repeat(4)}${'so'.repeat(25)}`,
    price: '15.00',
    promiseDays: 3,
    fits: 'another_key',
    isOn: true,
  },
  { title: 'w'.repeat(60), price: '1200', promiseDays: 56, fits: 'any', isOn: true },
  { title: 'Two guitars', price: '30', promiseDays: 10, fits: 'any', isOn: false },
]

/** Instead of those that the artist has. */
export async function makeOffers(artist: ApiUser): Promise<void> {
  await artist.request('PUT /api/artist/offers', { offers })
}
