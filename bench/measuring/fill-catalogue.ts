// Enough tracks and artists to measure with, without recordings behind them.

import { sql } from 'kysely'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoTracks } from '../../demo/catalogue/tracks.ts'
import { demoIdOf } from '../../scripts/seed/demo-id.ts'
import { nothingEntered } from '../../src/contracts/track-details.ts'
import { genres, instrumentations } from '../../src/rules/tracks/track-options.ts'
import { usernameKey } from '../../src/rules/username.ts'
import { vocalRanges } from '../../src/rules/music/vocal-range.ts'
import { storeArtists } from '../../src/server/accounts/artist-row.ts'
import type { Db } from '../../src/server/db/client.ts'
import type { TrackDescription } from '../../src/server/tracks/track-columns.ts'
import { createTrack } from '../../src/server/tracks/track-commands.ts'

const artistCount = 1000
const tracksOfArtist = 10

const firstNames =
  'Ada Ben Cleo Dov Elsa Finn Greta Hugo Iris Jonas Kaya Liam Mara Nils Orla Pablo Quinn Rosa Sven Tilda'.split(
    ' ',
  )
const lastNames =
  'Abbot Birch Castle Dorn Ender Falk Grove Hart Iver Jansen Keane Lindqvist Moor North Olsen Price Quill Reed Stone Thorn Ulmer Vale West Yarrow Zeller'.split(
    ' ',
  )
const bands = ['', 'Trio']
export const colours =
  'Amber Blue Crimson Distant Early Fallen Golden Hollow Ivory Jaded Kindled Lonely Morning Northern Open Pale Quiet Restless Silver Twilight'.split(
    ' ',
  )
/** Filters name the letter and the sign. */
export const keySignatures = ['C', 'A', 'F#', 'Bb', 'Eb']
export const things =
  'Anchor Bridge Candle Daylight Ember Ferry Garden Harbour Island Journey Kingdom Lantern Meadow Night Orchard Promise Queen River Season Train'.split(
    ' ',
  )

/** The demo's tracks, and ten tracks of each of 1,000 artists. Returns the id of one of these. */
export async function fillCatalogue(db: Db): Promise<{ trackIds: string[] }> {
  for (const { username } of demoArtists) {
    const artistId = demoIdOf('user', username)
    await addArtist(db, artistId, username)
  }
  await db.transaction().execute(async (tx) => {
    for (const track of demoTracks)
      await addTrack(tx, track.slug, track.artist, describeDemo(track))
  })
  const trackIds: string[] = []
  for (let at = 0; at < artistCount; at++) {
    const name = nameOf(at)
    await db.transaction().execute(async (tx) => {
      await addArtist(tx, demoIdOf('user', name), name)
      for (let own = 0; own < tracksOfArtist; own++)
        trackIds.push(await addTrack(tx, `bench ${at} ${own}`, name, describeBenchTrack(at, own)))
    })
  }
  await sql`analyze listed_tracks`.execute(db)
  return { trackIds }
}

function nameOf(at: number): string {
  const parts = [pick(firstNames, at), pick(lastNames, Math.floor(at / 20)), pick(bands, at / 500)]
  return parts.join(' ').trim()
}

export async function addArtist(db: Db, id: string, username: string): Promise<void> {
  const email = `${id}@example.com`
  await db
    .insertInto('users')
    .values({ id, email, username, username_key: usernameKey(username), role: 'artist' })
    .execute()
  await storeArtists(db, [id])
  await db
    .insertInto('payment_accounts')
    // The card provider has no such account, so it is not compared with it.
    .values({
      user_id: id,
      provider_account_id: `acct_${id}`,
      payouts_enabled: true,
      compared_at: new Date(),
    })
    .execute()
}

export async function addTrack(
  tx: Db,
  name: string,
  artist: string,
  description: TrackDescription,
): Promise<string> {
  const id = demoIdOf('track', name)
  const artistId = demoIdOf('user', artist)
  const [key, previewKey] = [`originals/${id}`, `previews/${id}.mp3`]
  const original = { key, name: 'take.wav', container: 'wav', bytes: 1000, sha256: id }
  await createTrack(tx, { id, artistId, description, original, previewKey, audio })
  return id
}

function describeDemo(track: (typeof demoTracks)[number]): TrackDescription {
  return {
    ...withoutOptional,
    ...track,
  }
}

const withoutOptional = {
  ...nothingEntered,
  licenceStatus: 'not_required',
  licenceDocumentId: null,
} as const

/** Different titles, prices and facts, always the same for the same track. */
export function describeBenchTrack(at: number, own: number): TrackDescription {
  const number = at * tracksOfArtist + own
  return {
    ...withoutOptional,
    title: `${pick(colours, number * 7)} ${pick(things, number / 20)} ${pick(things, number * 3)}`,
    originalArtist: own % 3 === 0 ? 'Traditional' : nameOf((at * 37) % artistCount),
    description: 'Fingerpicked in dropped tuning, with a pause before the last verse.',
    pricePence: 199 + ((number * 31) % 1500),
    format: 'Backing Track',
    instrumentation: pick(instrumentations, number),
    genre: pick(genres, number),
    vocalRange: pick(vocalRanges, number),
    keySignature: pick(keySignatures, number),
    isHigher: false,
    isLower: false,
  }
}

function pick<One>(list: readonly One[], at: number): One {
  const one = list[Math.floor(at) % list.length]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

const audio = {
  codec: 'pcm_s16le',
  sampleRateHz: 44_100,
  channels: 2,
  durationMs: 200_000,
  loudnessLufs: -16,
  loudnessRangeLu: 4,
  measuredKey: 'D',
  measuredKeyConfidence: 0.8,
  tempoBpm: 100,
  peaks: new Uint8Array(1000),
  preview: {
    durationMs: 30_000,
    peaks: Uint8Array.from({ length: 400 }, (_, at) => (at * 37) % 256),
  },
}
