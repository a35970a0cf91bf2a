// Random searches of a random catalogue, compared with SQL that scans all tracks.

import { expect, test } from 'vitest'
import { trackListSchema } from '#contracts/catalogue.ts'
import { searchWords } from '#rules/search/search-words.ts'
import type { Db } from '#server/db/client.ts'
import { restoreTrack, updateTrack, withdrawTrack } from '#server/tracks/track-commands.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'
import { compareWithScan } from '../../../bench/catalogue/compare-with-scan.ts'
import { createSongs, type Song } from '../../../bench/catalogue/songs.ts'
import { randomFacts } from '../../../bench/catalogue/track-row.ts'
import { chooseFrom, seededRandom, type Random } from '../../../demo/music/score/random.ts'
import { addRatings } from '../../../tests/support/catalogue/add-ratings.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  plainDescription,
  type TestApp,
} from '../../../tests/support/test-app.ts'

const trackCount = 200
const searchCount = 300

test('300 random searches find the tracks, the order and the total that a scan finds (CAT-07, CAT-36)', async () => {
  await using app = await createTestApp()
  const random = seededRandom(36)
  const songs = createSongs(trackCount / 3, random)
  const artists = [await createArtist(app), await createArtist(app)] as const
  const banned = await createArtist(app)
  for (let at = 0; at < trackCount; at++)
    await addTrack(app.db, {
      song: chooseSong(songs, random),
      artists: [...artists, banned],
      random,
    })
  await ban(app.db, banned)
  await refreshPopularity(app.db)

  const differences = await compareWithScan({
    db: app.db,
    list: async (params) => {
      const response = await app.call(`GET /public/tracks/query?${params.toString()}`)
      return trackListSchema.parse(response.json())
    },
    words: songs.map((song) => searchWords(`${song.title} ${song.originalArtist}`)),
    artistIds: artists,
    random,
    count: searchCount,
  })

  expect(differences).toEqual([])
})

async function createArtist(app: TestApp): Promise<string> {
  const { id } = await createUser(app, { role: 'artist' })
  return id
}

const chooseSong = (songs: Song[], random: Random) =>
  songs[Math.floor(songs.length * random() ** 2)] ?? plainDescription

type Parts = { song: Song; artists: [string, ...string[]]; random: Random }

/** Some tracks are edited, withdrawn, restored, rated or played; some have the time of another. */
async function addTrack(db: Db, { song, artists, random }: Parts): Promise<void> {
  const artistId = chooseFrom(artists, random)
  const facts = randomFacts(random)
  const description = {
    ...plainDescription,
    ...song,
    ...facts,
    pricePence: 199 + 100 * Math.floor(random() * 5),
  }
  const createdAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 60)))
  const { id } = await createTrack(db, { ...description, artistId, createdAt })
  if (random() < 0.1)
    await updateTrack(db, { id, artistId, changes: { ...description, title: 'Edited Song' } })
  if (random() < 0.2) {
    await withdrawTrack(db, { id, artistId })
    if (random() < 0.5) await restoreTrack(db, { id, artistId })
  }
  if (random() < 0.3) {
    const stars = 1 + Math.floor(random() * 5)
    await addRatings(db, id, [{ userId: artistId, stars }])
  }
  if (random() < 0.5)
    await countTrackActivity(db, id, chooseFrom(['purchases', 'downloads', 'plays'], random))
}
