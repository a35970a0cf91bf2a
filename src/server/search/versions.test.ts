// Other recordings of the same song, on a track and in lists.

import { expect, test } from 'vitest'
import type { ListedTrack } from '#contracts/tracks.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { listTracks, plainTrack } from '../../../tests/support/catalogue/listing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const song = { ...plainTrack, title: 'Don’t Stop Me Now', originalArtist: 'Queen' }

test('tracks of the same song know each other, the most popular first, at most twelve on the track and four in lists', async () => {
  const app = await emptyApp()
  const [rosa, tom] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const create = (track: object, artistId = rosa.id) =>
    createTrack(app.db, { ...song, ...track, artistId })
  const versionsOf = async (id: string) => {
    const detail = (await app.call(`GET /api/proxy/tracks/${id}`)).json<ListedTrack>()
    const list = await listTracks(app, { limit: '50' })
    expect(list.tracks.find((track) => track.id === id)?.versions).toEqual(
      detail.versions.slice(0, 4),
    )
    return detail.versions
  }
  const first = await create({ keySignature: 'G' })
  const other = await create(
    {
      title: "DON'T stop me now!",
      originalArtist: 'queen',
      keySignature: 'Bb',
      vocalRange: 'Alto',
      instrumentation: 'Piano',
      isLower: true,
      pricePence: 700,
    },
    tom.id,
  )
  await create({ originalArtist: 'Another Band' })
  await create({ title: 'Don’t Stop' })
  expect(await versionsOf(first.id)).toEqual([
    {
      id: other.id,
      keySignature: 'Bb',
      vocalRange: 'Alto',
      vocalGender: 'female',
      isHigher: false,
      isLower: true,
      backingTrackType: 'Piano',
      customerPricePence: 790,
    },
  ])
  expect((await versionsOf(other.id)).map(({ id }) => id)).toEqual([first.id])

  const more = []
  for (let at = 0; at < 13; at++) more.push(await create({}))
  await countTrackActivity(app.db, other.id, 'purchases')
  await refreshPopularity(app.db)
  const ids = (await versionsOf(first.id)).map(({ id }) => id)
  expect(ids).toHaveLength(12)
  expect(ids).toEqual([other.id, ...more.map(({ id }) => id).toReversed()].slice(0, 12))

  await withdrawTrack(app.db, { id: other.id, artistId: tom.id })
  expect((await versionsOf(first.id)).map(({ id }) => id)).not.toContain(other.id)
})

test('a bracket with the key, the voice or the instrument is no other song, and searches still find its words', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const create = (title: string) => createTrack(app.db, { ...song, title, artistId: artist.id })
  const plain = await create('Skylark')
  const higher = await create('Skylark (Higher Key)')
  const live = await create('Skylark (Live)')
  const versionsOf = async (id: string) =>
    (await app.call(`GET /api/proxy/tracks/${id}`))
      .json<ListedTrack>()
      .versions.map((version) => version.id)
  expect(await versionsOf(plain.id)).toEqual([higher.id])
  expect(await versionsOf(higher.id)).toEqual([plain.id])
  expect(await versionsOf(live.id)).toEqual([])
  const found = await listTracks(app, { query: 'skylark higher' })
  expect(found.tracks.map(({ id }) => id)).toEqual([higher.id])
  const suggested = await app.call('GET /public/tracks/suggestions?query=skylark%20higher')
  expect(suggested.body).toContain('Skylark (Higher Key)')
})

test('titles without a letter or digit are versions of each other only where they are equal', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const create = (title: string) => createTrack(app.db, { ...song, title, artistId: artist.id })
  const [one, same] = [await create('???'), await create('???')]
  await create('!!!')
  const detail = (await app.call(`GET /api/proxy/tracks/${one.id}`)).json<ListedTrack>()
  expect(detail.versions.map(({ id }) => id)).toEqual([same.id])
})
