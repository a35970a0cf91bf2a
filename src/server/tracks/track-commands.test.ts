import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeArtists } from '#server/accounts/artist-row.ts'
import type { Track } from '#contracts/tracks.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  plainDescription,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { reindexArtistTracks, restoreTrack, updateTrack, withdrawTrack } from './track-commands.ts'

const emptyApp = emptiedTestApp()

async function createListed(app: TestApp) {
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Hallelujah' })
  return { id, artistId: artist.id }
}

const found = async (app: TestApp, words: string) => {
  const query = `query=${encodeURIComponent(words)}`
  const response = await app.call(`GET /public/tracks/query?${query}`)
  return response.json<{ totalTracks: number }>().totalTracks
}

test('a search finds a new track by its title, its original artist and its artist, also with a typo', async () => {
  const app = await emptyApp()
  await createListed(app)
  for (const words of ['hallelujah', 'traditional', 'rosa', 'lindqwist']) {
    expect([words, await found(app, words)]).toEqual([words, 1])
  }
})

test('a changed track is found by its new title only, also with a typo', async () => {
  const app = await emptyApp()
  const own = await createListed(app)
  const changes = { title: 'Shenandoah', pricePence: 700, genre: null }

  await updateTrack(app.db, { ...own, changes })

  expect([await found(app, 'hallelujah'), await found(app, 'shenandoa rosa')]).toEqual([0, 1])
  expect(await found(app, 'shenandaoh')).toBe(1)
  const track = await app.call(`GET /api/proxy/tracks/${own.id}`)
  expect(track.json()).toMatchObject({
    title: 'Shenandoah',
    genre: null,
    customerPricePence: 790,
    type: 'Backing Track',
    backingTrackType: 'Acoustic Guitar',
  })
})

test('a withdrawn track leaves the catalogue and cannot be changed; restored, it is found again', async () => {
  const app = await emptyApp()
  const own = await createListed(app)

  await withdrawTrack(app.db, own)
  expect(await found(app, 'hallelujah')).toBe(0)
  await expect(updateTrack(app.db, { ...own, changes: plainDescription })).rejects.toMatchObject({
    code: 'track_withdrawn',
  })

  await restoreTrack(app.db, own)
  expect(await found(app, 'hallelujah')).toBe(1)
})

test("only its artist changes, withdraws or restores a track; another artist's attempt changes nothing", async () => {
  const app = await emptyApp()
  const own = await createListed(app)
  const other = { id: own.id, artistId: (await createUser(app, { role: 'artist' })).id }
  const notFound = { code: 'not_found' }

  await expect(updateTrack(app.db, { ...other, changes: plainDescription })).rejects.toMatchObject(
    notFound,
  )
  await expect(withdrawTrack(app.db, other)).rejects.toMatchObject(notFound)
  expect(await found(app, 'hallelujah')).toBe(1)

  await withdrawTrack(app.db, own)
  await expect(restoreTrack(app.db, other)).rejects.toMatchObject(notFound)
  expect(await found(app, 'hallelujah')).toBe(0)
})

test('a changed username reaches the search index, with its words for typos', async () => {
  const app = await emptyApp()
  const { artistId } = await createListed(app)

  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ username: 'Clara Winterbourne' })
      .where('id', '=', artistId)
      .execute()
    await storeArtists(tx, [artistId])
    await reindexArtistTracks(tx, artistId)
  })

  expect([await found(app, 'hallelujah clara'), await found(app, 'winterbuorne')]).toEqual([1, 1])
  expect(await found(app, 'rosa')).toBe(0)
})

test('a display name stands beside the username, and the search finds both', async () => {
  const app = await emptyApp()
  const { id, artistId } = await createListed(app)
  const userOf = async () => (await app.call(`GET /api/proxy/tracks/${id}`)).json<Track>().user
  expect(await userOf()).toMatchObject({
    username: 'Rosa Lindqvist',
    displayName: 'Rosa Lindqvist',
  })

  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ display_name: 'Skylark Duo' })
      .where('id', '=', artistId)
      .execute()
    await storeArtists(tx, [artistId])
    await reindexArtistTracks(tx, artistId)
  })

  expect(await userOf()).toMatchObject({ username: 'Rosa Lindqvist', displayName: 'Skylark Duo' })
  expect([await found(app, 'skylark'), await found(app, 'lindqvist')]).toEqual([1, 1])
})

test('a track that is created while its artist is renamed gets the new name', async () => {
  const app = await emptyApp()
  const { id: artistId } = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  let creating: Promise<unknown> = Promise.resolve()

  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ username: 'Clara Winterbourne' })
      .where('id', '=', artistId)
      .execute()
    await storeArtists(tx, [artistId])
    await reindexArtistTracks(tx, artistId)
    creating = createTrack(app.db, { artistId })
    await untilSomeoneWaits(app)
  })
  await creating

  expect([await found(app, 'clara'), await found(app, 'rosa')]).toEqual([1, 0])
})

async function untilSomeoneWaits(app: TestApp): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(app.db)).rows.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
