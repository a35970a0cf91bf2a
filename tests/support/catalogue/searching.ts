// Songs for tests of the search, and searches through the API.

import { expect } from 'vitest'
import type { TrackDescription } from '#server/tracks/track-columns.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'

type Song = Partial<TrackDescription> & { title: string }

/** By an artist named Rosa Lindqvist; a song of which only the title is given has no facet that a search might name. */
export async function createSongs(app: TestApp, songs: (Song | string)[]): Promise<void> {
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  for (const song of songs) {
    await createTrack(app.db, {
      originalArtist: 'Nobody',
      instrumentation: 'Other',
      genre: null,
      vocalRange: null,
      keySignature: null,
      artistId: artist.id,
      ...(typeof song === 'string' ? { title: song } : song),
    })
  }
}

/** The titles in alphabetical order. */
export async function search(app: TestApp, query: string, filters = '') {
  const response = await app.call(
    `GET /public/tracks/query?query=${encodeURIComponent(query)}${filters}&limit=50`,
  )
  expect([query, response.statusCode]).toEqual([query, 200])
  const { tracks, matching, searchedFor } = response.json<{
    tracks: { title: string }[]
    matching: 'exact' | 'corrected' | 'closest'
    searchedFor: string | null
  }>()
  return { titles: tracks.map(({ title }) => title).toSorted(), matching, searchedFor }
}
