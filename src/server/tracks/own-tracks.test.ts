// An artist's own tracks through the API: listing, editing, withdrawing and restoring.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { OwnTrack, OwnTrackList } from '#contracts/own-tracks.ts'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { createDocument } from '../../../tests/support/licences/licence-documents.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestUser,
} from '../../../tests/support/test-app.ts'

// Each test has tracks of its own, so all share the app.
const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
const other = await createUser(app, { role: 'artist' })
const notFound = { status: 404, code: 'not_found' }

async function send(as: TestUser, route: string, body?: object) {
  const response = await app.call(route, { as, ...(body ? { send: body } : {}) })
  const { code, issues, message } = response.json()
  return { status: response.statusCode, code, issues, message }
}

const edit = (id: string, changes: object, as = artist) =>
  send(as, `PATCH /api/proxy/tracks/${id}`, changes)
const withdraw = (id: string, as = artist) => send(as, `POST /api/proxy/tracks/${id}/withdraw`, {})
const restore = (id: string, as = artist) => send(as, `POST /api/proxy/tracks/${id}/restore`, {})

async function own(id: string): Promise<OwnTrack> {
  const response = await app.call(`GET /api/proxy/artists/tracks/${id}`, { as: artist })
  return response.json()
}

async function list(query = '', as = artist): Promise<OwnTrackList> {
  const response = await app.call(`GET /api/proxy/artists/tracks${query}`, { as })
  return response.json()
}

async function isListed(id: string): Promise<boolean> {
  return (await app.call(`GET /api/proxy/tracks/${id}`)).statusCode === 200
}

const storeDocument = async (as: TestUser) => licenceDocumentUrl(await createDocument(app, as))

test('an edit changes what it names and nothing else, and the artist’s price the customer’s (EDT-11, API-05, ROL-19)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, instructions: 'Wait two bars.' })
  const before = await own(id)

  const response = await app.call(`PATCH /api/proxy/tracks/${id}`, {
    as: artist,
    send: { title: '  Skye  Boat Song ', price: '9.50' },
  })

  const after = {
    ...before,
    title: 'Skye Boat Song',
    pricePence: 950,
    customerPrice: 10.65,
    customerPricePence: 1065,
  }
  expect([response.statusCode, response.json()]).toEqual([200, after])
  expect(await own(id)).toEqual(after)
  const listed = await app.call(`GET /api/proxy/tracks/${id}`)
  expect(listed.json()).toMatchObject({ title: 'Skye Boat Song', customerPricePence: 1065 })
})

test('every field of a track can be edited, and the optional ones emptied (EDT-02)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const url = await storeDocument(artist)
  const full = {
    title: 'Hallelujah',
    originalArtist: 'Leonard Cohen',
    description: 'Slow.',
    price: '£3,50',
    type: 'Jam Track',
    backingTrackType: 'Piano',
    genre: 'Pop',
    vocalRange: 'Alto',
    keySignature: 'F#',
    instructions: 'Breathe.',
    isHigher: true,
    isLower: 'on',
    licenseStatus: 'licensed',
    licensedFrom: 'Chappell & Co.',
    licenseDocumentUrl: url,
    youtubeGuideUrl: 'https://youtu.be/abc',
  }
  expect(await edit(id, full)).toMatchObject({ status: 200 })
  const { price, isLower, ...shown } = full
  expect([price, isLower]).toEqual(['£3,50', 'on'])
  expect(await own(id)).toMatchObject({ ...shown, pricePence: 350, isLower: true })

  const emptied = {
    genre: '',
    vocalRange: '',
    keySignature: 'n/a',
    instructions: ' ',
    isHigher: '',
    isLower: false,
    licenseStatus: 'not_required',
    licenseDocumentUrl: '',
    youtubeGuideUrl: null,
  }
  expect(await edit(id, emptied)).toMatchObject({ status: 200 })
  expect(await own(id)).toMatchObject({
    genre: null,
    vocalRange: null,
    keySignature: null,
    instructions: null,
    isHigher: false,
    isLower: false,
    licenseStatus: 'not_required',
    licensedFrom: null,
    licenseDocumentUrl: null,
    youtubeGuideUrl: null,
  })
})

test('an edit makes a track free: its customer pays the processing fee (VAL-22)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, pricePence: 900 })
  expect(await edit(id, { price: '0.00' })).toMatchObject({ status: 200 })
  expect(await own(id)).toMatchObject({ pricePence: 0, customerPricePence: 20 })
})

const tooLong = (limit: number) => `Please use at most ${limit} characters`
const webAddress = 'Please enter a web address, like https://www.youtube.com/watch?v=…'
const keyForm =
  'Please write the key as a letter from A to G, then b or # if needed, then m for minor: C, Am, F# or Bb'

test.each([
  ['title', '', 'Please enter the title'],
  ['title', ' ', 'Please enter the title'],
  ['title', 'x'.repeat(101), tooLong(100)],
  ['originalArtist', '', 'Please enter the original artist'],
  ['originalArtist', 'x'.repeat(101), tooLong(100)],
  ['description', '', 'Please enter the description'],
  ['description', 'x'.repeat(501), tooLong(500)],
  ['instructions', 'x'.repeat(1001), tooLong(1000)],
  ['keySignature', 'C major', tooLong(5)],
  ['keySignature', 'H##', keyForm],
  ['price', '', 'Please enter a price in pounds'],
  ['price', '-1', 'Please enter a price in pounds, like 4.99'],
  ['price', '4.999', 'Please enter a price in pounds, like 4.99'],
  ['price', '1,000', 'Please write thousands without a comma, like 1000'],
  ['type', '', 'Please choose a track format'],
  ['backingTrackType', 'Kazoo', 'Please choose the instrumentation'],
  ['genre', 'Polka', 'Please choose a genre'],
  ['youtubeGuideUrl', 'the guide', webAddress],
  ['licenseStatus', 'stolen', 'Please choose the license status'],
  ['licenseDocumentUrl', '/etc/passwd', 'Please choose the license document again'],
])(
  'an edit with the %s %j is refused at the field (VAL-17 to VAL-23, VAL-41, BUS-04 to BUS-08)',
  async (name, value, message) => {
    const { id } = await createTrack(app.db, { artistId: artist.id })
    const before = await own(id)
    expect(await edit(id, { [name]: value })).toMatchObject({
      status: 400,
      code: 'invalid_input',
      issues: [{ path: [name], message }],
    })
    expect(await own(id)).toEqual(before)
  },
)

test('texts of exactly the longest length are kept (BUS-04 to BUS-08)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const longest = {
    title: 'x'.repeat(100),
    originalArtist: 'x'.repeat(100),
    description: 'x'.repeat(500),
    instructions: 'x'.repeat(1000),
  }
  expect(await edit(id, longest)).toMatchObject({ status: 200 })
  expect(await own(id)).toMatchObject(longest)
})

test('a licensed track says from whom, also when only one of both is edited (VAL-24, LIC-02)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const missing = {
    status: 400,
    code: 'licensed_from_missing',
    message: 'Please enter who the song is licensed from',
  }
  expect(await edit(id, { licenseStatus: 'licensed' })).toMatchObject(missing)
  expect(await own(id)).toMatchObject({ licenseStatus: 'not_required' })
  const licensed = { licenseStatus: 'licensed', licensedFrom: 'Chappell & Co.' }
  expect(await edit(id, licensed)).toMatchObject({ status: 200 })
  expect(await edit(id, { licensedFrom: '' })).toMatchObject(missing)
  expect(await own(id)).toMatchObject(licensed)
})

test('a licence document of another artist is treated like a missing one', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const refused = { status: 409, code: 'license_document_not_found' }
  for (const url of [await storeDocument(other), licenceDocumentUrl(randomUUID())])
    expect(await edit(id, { licenseDocumentUrl: url })).toMatchObject(refused)
  expect(await own(id)).toMatchObject({ licenseDocumentUrl: null })
})

test('two simultaneous edits of different fields are both kept', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const fields = [{ title: 'Skylark' }, { price: '7.00' }, { keySignature: 'Bb' }]
  const responses = await Promise.all(fields.map((changes) => edit(id, changes)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await own(id)).toMatchObject({
    title: 'Skylark',
    pricePence: 700,
    keySignature: 'Bb',
  })
  expect((await list('?query=skylark')).tracks).toMatchObject([{ id }])
})

test('another artist’s track cannot be edited, withdrawn or restored, nor read as an own one (EDT-09, EDT-01)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const before = await own(id)
  expect(await edit(id, { title: 'Mine' }, other)).toMatchObject(notFound)
  expect(await withdraw(id, other)).toMatchObject(notFound)
  expect(await send(other, `GET /api/proxy/artists/tracks/${id}`)).toMatchObject(notFound)
  expect(await own(id)).toEqual(before)

  await withdraw(id)
  expect(await restore(id, other)).toMatchObject(notFound)
  expect(await isListed(id)).toBe(false)
})

test('a withdrawn track leaves the catalogue, cannot be edited until it is restored, and stays in the own list (D-013)', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Withdrawn Once' })
  expect(await withdraw(id)).toMatchObject({ status: 200 })
  const { withdrawnAt } = await own(id)
  expect(Date.now() - new Date(withdrawnAt ?? 0).getTime()).toBeLessThan(60_000)
  expect(await isListed(id)).toBe(false)
  expect((await list('?query=withdrawn')).tracks).toMatchObject([{ id, withdrawnAt }])
  expect(await edit(id, { title: 'Anew' })).toMatchObject({
    status: 409,
    code: 'track_withdrawn',
    message: 'This track is withdrawn. Restore it before you edit it.',
  })
  // A repeated click changes nothing.
  expect(await withdraw(id)).toMatchObject({ status: 200 })
  expect(await own(id)).toMatchObject({ withdrawnAt, title: 'Withdrawn Once' })

  expect(await restore(id)).toMatchObject({ status: 200 })
  expect(await restore(id)).toMatchObject({ status: 200 })
  expect(await own(id)).toMatchObject({ withdrawnAt: null })
  expect(await isListed(id)).toBe(true)
})

test('own tracks are listed newest first in pages of ten, found by plain words, and counted (API-02)', async () => {
  const busy = await createUser(app, { role: 'artist' })
  const count = async () =>
    (await app.call('GET /api/proxy/artists/uploaded-track-count', { as: busy })).json()
  expect(await count()).toEqual({ count: 0 })
  expect(await list('', busy)).toEqual({
    tracks: [],
    totalTracks: 0,
    totalPages: 1,
    currentPage: 1,
    takenDownTracks: 0,
  })
  const titles = Array.from({ length: 12 }, (_track, at) => `Song ${at + 1}`)
  for (const [at, title] of titles.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, at + 1))
    await createTrack(app.db, { artistId: busy.id, title, originalArtist: 'Chloé', createdAt })
  }
  const { rows } = await sql<{ id: string }>`
    update tracks set withdrawn_at = now() where title = 'Song 5' and artist_id = ${busy.id}
    returning id`.execute(app.db)
  expect(rows).toHaveLength(1)

  const newest = titles.toReversed()
  const titlesOn = async (query: string) => {
    const { tracks, totalTracks, totalPages, currentPage } = await list(query, busy)
    return { titles: tracks.map(({ title }) => title), totalTracks, totalPages, currentPage }
  }
  const pages = { totalTracks: 12, totalPages: 2 }
  expect(await titlesOn('')).toEqual({ titles: newest.slice(0, 10), ...pages, currentPage: 1 })
  const last = { titles: newest.slice(10), ...pages, currentPage: 2 }
  expect(await titlesOn('?page=2')).toEqual(last)
  expect(await titlesOn('?page=9')).toEqual(last)
  const one = { totalTracks: 1, totalPages: 1, currentPage: 1 }
  expect(await titlesOn('?query=chloe%20song%2012')).toEqual({ titles: ['Song 12'], ...one })
  expect(await titlesOn('?query=%25')).toMatchObject({ titles: [] })
  expect(await count()).toEqual({ count: 12 })
})
