// What a search forgives, and what it means by words that tell what a track is.

import { expect, test } from 'vitest'
import { createTestApp, createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

type Found = {
  titles: string[]
  matching: 'exact' | 'corrected' | 'closest'
  searchedFor: string | null
}

async function search(app: TestApp, query: string, filters = ''): Promise<Found> {
  const response = await app.call(
    `GET /public/tracks/query?query=${encodeURIComponent(query)}${filters}&limit=50`,
  )
  expect([query, response.statusCode]).toEqual([query, 200])
  const { tracks, matching, searchedFor } = response.json<
    Found & { tracks: { title: string }[] }
  >()
  return { titles: tracks.map(({ title }) => title).toSorted(), matching, searchedFor }
}

type Song = Partial<Parameters<typeof createTrack>[1]> & { title: string }

async function createSongs(app: TestApp, songs: (Song | string)[]): Promise<void> {
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  for (const song of songs) {
    const described = typeof song === 'string' ? { title: song } : song
    await createTrack(app.db, { originalArtist: 'Nobody', artistId: artist.id, ...described })
  }
}

const songs = [
  'House of the Rising Sun',
  'Scarborough Fair',
  'Amazing Grace',
  'Danny Boy',
  'Auld Lang Syne',
  'Hallelujah',
  'Song of the Sea',
  'Farewell to Nova Scotia',
  'The Water Is Wide',
  'St. James Infirmary Blues',
]

test.each([
  ['the hous of the rising son', 'House of the Rising Sun', 'the hous of the rising sun'],
  ['skarborow fare', 'Scarborough Fair', 'scarborough fair'],
  ['scarboro fair', 'Scarborough Fair', 'scarborough fair'],
  ['amzing grcae', 'Amazing Grace', 'amazing grace'],
  ['amaizng graec', 'Amazing Grace', 'amazing grace'],
  ['halelujha', 'Hallelujah', 'hallelujah'],
  ['danny boi', 'Danny Boy', 'danny boy'],
  ['old lang sine', 'Auld Lang Syne', 'auld lang syne'],
  ['rosa halelujah', 'Hallelujah', 'rosa hallelujah'],
])('%j is corrected and finds %s', async (typed, title, searchedFor) => {
  await using app = await createTestApp()
  await createSongs(app, songs)
  expect(await search(app, typed)).toEqual({ titles: [title], matching: 'corrected', searchedFor })
})
