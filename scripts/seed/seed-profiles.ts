// Gives the demo's artists what they say of themselves, and examples from the recordings of their tracks.

import { createReadStream } from 'node:fs'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import type { DemoArtist, DemoTrack } from '../../demo/catalogue/tracks/demo-track.ts'
import type { ProfileChanges } from '../../src/contracts/artists/profile.ts'
import { receiveExample } from '../../src/server/artists/examples/example-commands.ts'
import { replaceOffers } from '../../src/server/artists/offers/offer-commands.ts'
import { readOwnOffers } from '../../src/server/artists/offers/offer-queries.ts'
import { changeProfile } from '../../src/server/artists/profile-commands.ts'
import type { OpenApp } from '../../src/server/main.ts'
import { demoIdOf } from './demo-id.ts'
import type { DemoSite } from './demo-site.ts'

/** Once: what somebody has changed since stays. */
export async function seedProfile(
  { database: { db } }: DemoSite,
  artist: DemoArtist,
): Promise<void> {
  const artistId = demoIdOf('user', artist.username)
  const { about } = await db
    .selectFrom('artists')
    .select('about')
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  if (about !== null) return
  const { commissionPricePence: price, deliveryDays } = artist
  const changes: ProfileChanges = {
    about: artist.about,
    artistInstrument: artist.instrument,
    ...(price === undefined ? {} : { commissionPrice: price, availableForCommission: true }),
    ...(deliveryDays === undefined ? {} : { deliveryDays }),
  }
  await changeProfile(db, { artistId, changes })
}

/** Once: an artist who has changed them keeps the change. */
export async function seedOffers(
  { database: { db } }: DemoSite,
  { username, offers = [] }: DemoArtist,
): Promise<void> {
  const artistId = demoIdOf('user', username)
  const { version } = await readOwnOffers(db, artistId)
  if (version > 0 || offers.length === 0) return
  const list = offers.map(({ pricePence: price, ...offer }) => ({
    ...offer,
    id: null,
    price,
    isOn: true,
  }))
  await replaceOffers(db, { artistId, version, offers: list })
}

/** @param recording the file of the track. After an interruption it is sent once more only if it was not stored. */
export async function seedExamples(
  { database: { db }, storage }: OpenApp,
  track: DemoTrack,
  recording: string,
): Promise<void> {
  const artistId = demoIdOf('user', track.artist)
  const examples = demoArtists.find(({ username }) => username === track.artist)?.examples ?? []
  for (const { slug, description } of examples) {
    if (slug !== track.slug) continue
    const stored = await db
      .selectFrom('artist_examples')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('description', '=', description)
      .executeTakeFirst()
    if (stored) continue
    const body = createReadStream(recording)
    const example = { artistId, description, fileName: `${slug}.wav`, body }
    await receiveExample({ db, storage }, example)
  }
}
