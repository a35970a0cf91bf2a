import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { relatedTracks } from '#rules/tracks/track-options.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'
import { withdrawTrack } from './track-commands.ts'
import { countTrackActivity } from './track-popularity.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const artist = await createArtistWithPayouts(app)

const guide = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
/** What all callers get. */
const ofAll = {
  title: 'Autumn Leaves',
  originalArtist: 'Joseph Kosma',
  description: 'Fingerpicked.',
  customerPrice: 11.2,
  type: 'Jam Track',
  backingTrackType: 'Piano',
  genre: 'Jazz',
  vocalRange: 'Alto',
  vocalGender: 'female',
  keySignature: 'Bbm',
  isFlat: true,
  isSharp: false,
  isMajor: false,
  isMinor: true,
  isHigher: true,
  isLower: false,
  instructions: 'Wait two bars.',
  youtubeGuideUrl: guide,
  guideTrackUrl: 'https://guides.test/autumn-leaves',
  licenseStatus: 'licensed',
  licensedFrom: 'A publisher',
  averageRating: null,
  numOfRatings: 0,
  comments: [],
  user: { id: artist.id, username: artist.username, displayName: artist.username, avatar: null },
}
const ofTheOwner = { price: 10, pricePence: 1000, downloadCount: 1, purchaseCount: 2 }
const ofNoOther = { price: null, pricePence: null, downloadCount: null, purchaseCount: null }

test('a track has every field of the specification; price and figures only for its artist, the licence document also for admins (TRK-38, ROL-20)', async () => {
  const documentId = randomUUID()
  await app.db
    .insertInto('licence_documents')
    .values({
      id: documentId,
      artist_id: artist.id,
      storage_key: `licences/${documentId}`,
      media_type: 'application/pdf',
      bytes: 10,
      sha256: 'x',
    })
    .execute()
  const { id } = await createTrack(app.db, {
    artistId: artist.id,
    title: ofAll.title,
    originalArtist: ofAll.originalArtist,
    description: ofAll.description,
    pricePence: 1000,
    format: 'Jam Track',
    instrumentation: 'Piano',
    genre: 'Jazz',
    vocalRange: 'Alto',
    keySignature: 'Bbm',
    isHigher: true,
    instructions: ofAll.instructions,
    youtubeGuideUrl: guide,
    licenceStatus: 'licensed',
    licensedFrom: ofAll.licensedFrom,
    licenceDocumentId: documentId,
  })
  await app.db
    .updateTable('tracks')
    .set({ guide_track_url: ofAll.guideTrackUrl })
    .where('id', '=', id)
    .execute()
  for (const activity of ['purchases', 'purchases', 'downloads', 'plays'] as const)
    await countTrackActivity(app.db, id, activity)

  const admin = await createAdmin(app)
  const otherArtist = await createUser(app, { role: 'artist' })
  const read = async (as?: typeof admin) =>
    (await app.call(`GET /api/proxy/tracks/${id}`, as ? { as } : {})).json<object>()
  const licenseDocumentUrl = `/api/proxy/license/${documentId}`
  const previewUrl = `/public/tracks/${id}/preview.mp3`
  const everyone = { ...ofAll, id, previewUrl, createdAt: expect.any(String) }

  expect(await read(artist)).toMatchObject({ ...everyone, ...ofTheOwner, licenseDocumentUrl })
  expect(await read(admin)).toMatchObject({ ...everyone, ...ofNoOther, licenseDocumentUrl })
  for (const as of [undefined, otherArtist, await createUser(app)])
    expect(await read(as)).toMatchObject({ ...everyone, ...ofNoOther, licenseDocumentUrl: null })

  // Nor by any other call that returns tracks.
  const lists = ['/public/tracks/query', `/public/tracks/by-id?ids=${id}`]
  for (const path of [...lists, `/api/proxy/tracks?artistId=${artist.id}`])
    for (const as of [artist, admin]) {
      const { body } = await app.call(`GET ${path}`, { as })
      expect(body).toContain(ofAll.title)
      for (const field of [...Object.keys(ofTheOwner), 'licenseDocumentUrl'])
        expect(body).not.toContain(`"${field}"`)
    }
})

test("an artist's listed tracks are returned, six unless a limit is given (API-11, BUS-12)", async () => {
  const other = await createUser(app, { role: 'artist' })
  const created: string[] = []
  for (let count = 0; count < 8; count++)
    created.push((await createTrack(app.db, { artistId: other.id })).id)
  const [withdrawn = ''] = created
  await withdrawTrack(app.db, { id: withdrawn, artistId: other.id })

  type List = { tracks: { id: string; user: { id: string } }[] }
  const list = async (query: string) =>
    (await app.call(`GET /api/proxy/tracks?${query}`)).json<List>()
  const all = (await list(`artistId=${other.id}&limit=50`)).tracks
  expect(all.map(({ user }) => user.id)).toEqual(Array(7).fill(other.id))
  expect(all.map(({ id }) => id)).not.toContain(withdrawn)
  expect(relatedTracks.fetched).toBe(6)
  expect((await list(`artistId=${other.id}`)).tracks).toEqual(all.slice(0, 6))
  expect((await list(`artistId=${other.id}&limit=2`)).tracks).toEqual(all.slice(0, 2))
  expect(await list(`artistId=${randomUUID()}`)).toEqual({ tracks: [] })

  for (const query of ['', 'artistId=x', `artistId=${other.id}&limit=51`]) {
    const refused = await app.call(`GET /api/proxy/tracks?${query}`)
    expect(refused.json()).toMatchObject({ code: 'invalid_input' })
  }
})

test("an artist's tracks are searched and paged by the newest or the most popular (API-34, DLG-41)", async () => {
  const rosa = await createUser(app, { role: 'artist' })
  const other = await createTrack(app.db, { artistId: artist.id, title: 'Danny Boy' })
  for (let count = 1; count <= 12; count++) {
    const title = count === 5 ? 'Danny Boy' : `Skylark ${count}`
    const createdAt = new Date(Date.UTC(2025, 0, count))
    const { id } = await createTrack(app.db, { artistId: rosa.id, title, createdAt })
    if (count === 3)
      await sql`update listed_tracks set popularity = 5 where id = ${id}`.execute(app.db)
  }
  type List = { tracks: { title: string }[] } & Record<string, unknown>
  const list = async (query: string) => {
    const path = `/public/tracks/query?artistId=${rosa.id}&limit=10&${query}`
    const { tracks, ...paging } = (await app.call(`GET ${path}`)).json<List>()
    return { titles: tracks.map(({ title }) => title), paging }
  }
  const newest = await list('orderBy=date-uploaded')
  expect(newest.titles.slice(0, 2)).toEqual(['Skylark 12', 'Skylark 11'])
  const paging = { currentPage: 1, totalPages: 2, totalTracks: 12, limit: 10 }
  expect([newest.titles.length, newest.paging]).toMatchObject([10, paging])
  expect((await list('orderBy=date-uploaded&page=2')).titles).toEqual(['Skylark 2', 'Skylark 1'])
  expect((await list('orderBy=popularity')).titles[0]).toBe('Skylark 3')
  expect(await list('orderBy=popularity&query=danny')).toMatchObject({
    titles: ['Danny Boy'],
    paging: { totalTracks: 1, totalPages: 1 },
  })
  const everywhere = await app.call('GET /public/tracks/query?query=danny')
  expect(everywhere.json<List>().tracks).toContainEqual(expect.objectContaining({ id: other.id }))
})
