import { expect, test } from 'vitest'
import type { OwnedTracks } from '#contracts/orders.ts'
import { ownedPageSize } from '#rules/orders/owned-search.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { createRecording } from '../../../tests/support/owned/owned-recordings.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

async function listOwned(app: TestApp, as: TestUser, query = ''): Promise<OwnedTracks> {
  return (await app.call(`GET /api/proxy/my-tracks${query}`, { as })).json<OwnedTracks>()
}

const titlesOf = ({ tracks }: OwnedTracks) => tracks.map(({ track }) => track.title)

test('owned tracks are searched by words of title, song and artist, and sorted by date, title or artist', async () => {
  const app = await sharedApp()
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app, 'Rosa Lindqvist'),
    await createArtistWithPayouts(app, 'Älva Berg'),
    await createUser(app),
  ]
  const wanted = [
    { artistId: rosa.id, title: 'Skye Boat Song', originalArtist: 'Traditional' },
    { artistId: tom.id, title: 'évidence', originalArtist: 'Thelonious Monk' },
    { artistId: rosa.id, title: 'Fly Me to the Moon', originalArtist: 'Kaye Ballard' },
    { artistId: tom.id, title: 'Easy Living', originalArtist: 'Billie Holiday' },
  ]
  for (const track of wanted) await paidCart(app, mia, [(await createTrack(app.db, track)).id])
  const unowned = await createTrack(app.db, { artistId: rosa.id, title: 'Skye at Night' })
  await withdrawTrack(app.db, { id: unowned.id, artistId: rosa.id })

  const newest = ['Easy Living', 'Fly Me to the Moon', 'évidence', 'Skye Boat Song']
  expect(titlesOf(await listOwned(app, mia))).toEqual(newest)
  expect(titlesOf(await listOwned(app, mia, '?orderBy=none'))).toEqual(newest)
  expect(titlesOf(await listOwned(app, mia, '?orderBy=title'))).toEqual([
    'Easy Living',
    'évidence',
    'Fly Me to the Moon',
    'Skye Boat Song',
  ])
  expect(titlesOf(await listOwned(app, mia, '?orderBy=artist'))).toEqual([
    'Easy Living',
    'évidence',
    'Fly Me to the Moon',
    'Skye Boat Song',
  ])
  const searches: [string, string[]][] = [
    ['SKYE', ['Skye Boat Song']],
    ['evid', ['évidence']],
    ['monk', ['évidence']],
    ['alva', ['Easy Living', 'évidence']],
    ['moon rosa', ['Fly Me to the Moon']],
    ['oon', []],
    ['%25', newest],
    ['#g', []],
  ]
  for (const [query, titles] of searches) {
    const search = `?query=${query.replace('#', '%23')}`
    expect([query, titlesOf(await listOwned(app, mia, search))]).toEqual([query, titles])
  }
})

test('the page of a track asks what the caller owns of it, and gets nobody else’s purchase', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const [mia, tom] = [await createUser(app), await createUser(app)]
  const [first, second] = [
    await createTrack(app.db, { artistId: artist.id, title: 'Ash' }),
    await createTrack(app.db, { artistId: artist.id, title: 'Birch' }),
  ]
  await paidCart(app, mia, [first.id, second.id])
  await paidCart(app, tom, [second.id])
  expect(titlesOf(await listOwned(app, mia, `?track=${first.id}`))).toEqual(['Ash'])
  expect(titlesOf(await listOwned(app, tom, `?track=${first.id}`))).toEqual([])
  expect(await listOwned(app, tom, `?track=${second.id}`)).toMatchObject({
    tracks: [{ track: { id: second.id } }],
    totalTracks: 1,
  })
})

test('a customer with many tracks reads them page by page, and a page after the last is the last', async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const ids: string[] = []
  for (let count = 0; count < ownedPageSize + 2; count++) {
    ids.push((await createTrack(app.db, { artistId: artist.id, title: `Take ${count}` })).id)
  }
  await paidCart(app, mia, ids)
  const first = await listOwned(app, mia)
  const second = await listOwned(app, mia, '?page=2')
  expect([first.tracks.length, second.tracks.length]).toEqual([ownedPageSize, 2])
  expect([first.totalTracks, first.totalPages]).toEqual([ownedPageSize + 2, 2])
  expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(ownedPageSize + 2)
  expect(await listOwned(app, mia, '?page=9')).toEqual(second)
})

test('an owned recording is played in full, also after its track was withdrawn and its artist banned; an own upload is not owned', async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * at) % 251))
  const song = await createRecording(app, { artistId: artist.id, title: 'Skye' }, { bytes })
  const aiff = await createRecording(
    app,
    { artistId: artist.id, title: 'Ash' },
    { bytes, container: 'aiff', codec: 'pcm_s16be' },
  )
  const peaks = Buffer.from([0, 128, 255, 255])
  await app.db.updateTable('tracks').set({ peaks }).where('artist_id', '=', artist.id).execute()
  await paidCart(app, mia, [song.id, aiff.id])
  const [unplayable, playable] = (await listOwned(app, mia, '?orderBy=title')).tracks
  expect(unplayable?.stream).toBeNull()
  const { url, waveform } = playable?.stream ?? { url: '', waveform: '' }
  expect(url).toBe(`/api/proxy/my-tracks/${song.id}/stream?format=original`)
  expect(waveform).toHaveLength(200)
  expect([waveform.at(0), waveform.at(-1)]).toEqual(['0', 'z'])
  expect(playable).toMatchObject({ isListed: true })
  expect(await listOwned(app, artist)).toMatchObject({ tracks: [], totalTracks: 0 })

  await withdrawTrack(app.db, { id: song.id, artistId: artist.id })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  expect((await listOwned(app, mia, '?query=skye')).tracks).toMatchObject([{ isListed: false }])
  const whole = await app.call(`GET ${url}`, { as: mia })
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
  // To be played, not saved.
  expect(whole.headers['content-disposition']).toBeUndefined()
  const part = await app.call(`GET ${url}`, { as: mia, headers: { range: 'bytes=5000-5999' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 5000-5999/20000'])
  expect(part.rawPayload.equals(bytes.subarray(5000, 6000))).toBe(true)
  const downloads = app.db.selectFrom('downloads').where('track_id', 'in', [song.id, aiff.id])
  expect(await downloads.selectAll().execute()).toEqual([])
})

test('a customer gets the ids of the tracks they own, the newest first, and nobody else’s', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const [buyer, other] = [await createUser(app), await createUser(app)]
  const owned: string[] = []
  for (const title of ['Bought first', 'Bought second']) {
    const { id } = await createTrack(app.db, { artistId: artist.id, title })
    await paidCart(app, buyer, [id])
    owned.unshift(id)
  }
  await createTrack(app.db, { artistId: artist.id, title: 'Not bought' })
  const idsOf = async (as: typeof buyer) =>
    (await app.call('GET /api/proxy/my-tracks/ids', { as })).json<{ trackIds: string[] }>().trackIds
  expect(await idsOf(buyer)).toEqual(owned)
  expect(await idsOf(other)).toEqual([])
  expect(await idsOf(artist)).toEqual([])
})
