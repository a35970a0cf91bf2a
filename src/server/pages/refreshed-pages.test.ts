// Which of the real pages are rendered anew after a change: every page that shows what has changed, and no other.

import { expect, test } from 'vitest'
import { openPageCache } from '#server/pages/page-cache.ts'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import { storeMeasuredMusic } from '#server/tracks/track-commands.ts'
import { ensureWebIsBuilt } from '../../../scripts/build-web.ts'
import { saveOffers } from '../../../tests/support/artists/offers.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

const song = { title: 'Hallelujah', originalArtist: 'Leonard Cohen' }

async function openCatalogue() {
  await ensureWebIsBuilt((line) => console.log(line))
  const app = await createTestApp({
    loadRender: await loadBuiltWeb(),
    pageCache: openPageCache(),
  })
  const [rosa, tom, ann] = [
    await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' }),
    await createUser(app, { role: 'artist', name: 'Tom Ferreira' }),
    await createUser(app, { role: 'artist', name: 'Ann Holt' }),
  ]
  const add = async (artistId: string, description: { title: string; originalArtist?: string }) =>
    `/tracks/${(await createTrack(app.db, { artistId, ...description })).id}`
  const pages = {
    track: await add(rosa.id, song),
    sameArtist: await add(rosa.id, { title: 'Blackbird' }),
    version: await add(tom.id, song),
    // Its page has a card of the version, which links to the track.
    besideVersion: await add(tom.id, { title: 'Skylark' }),
    unrelated: await add(ann.id, { title: 'Yesterday' }),
    artist: `/artist/${rosa.id}`,
    artistOfVersion: `/artist/${tom.id}`,
    otherArtist: `/artist/${ann.id}`,
    home: '/',
    tracks: '/tracks',
    artists: '/artists',
  }
  return { app, rosa, tom, ann, pages, add, id: pages.track.replace('/tracks/', '') }
}

/** What has to be rendered after the change, of pages that were all in the cache. */
async function refreshedBy(
  { app, pages }: { app: TestApp; pages: Record<string, string> },
  change: () => PromiseLike<unknown>,
): Promise<string[]> {
  const read = async () => {
    await app.eventsArrived()
    const from: [string, unknown][] = []
    for (const [name, path] of Object.entries(pages))
      from.push([name, (await app.call(`GET ${path}`)).headers['x-cache']])
    return from
  }
  await read()
  const uncached = (await read()).filter(([, from]) => from !== 'cache')
  await change()
  const rendered = (await read()).filter(([, from]) => from === 'render')
  // The page of a withdrawn track is not found, and not stored.
  return rendered
    .map(([name]) => name)
    .filter((name) => !uncached.some(([other]) => other === name))
    .toSorted()
}

const lists = ['artists', 'home', 'tracks']
const ofTrack = [
  ...lists,
  'artist',
  'artistOfVersion',
  'besideVersion',
  'sameArtist',
  'track',
  'version',
].toSorted()

test('a change of a track renders anew what shows it, its artist or a version of its song, and no other page', async () => {
  const catalogue = await openCatalogue()
  await using app = catalogue.app
  const { id, rosa, pages } = catalogue
  const edit = (changes: object) =>
    app.call(`PATCH /api/proxy/tracks/${id}`, { as: rosa, send: changes })

  expect(await refreshedBy(catalogue, () => edit({ price: '7' }))).toEqual(ofTrack)
  // £7.00, the platform fee of 10 % and the processing fee of 20p.
  for (const path of [pages.track, pages.sameArtist, pages.artist, pages.tracks, pages.home])
    expect((await app.call(`GET ${path}`)).body).toContain('£7.90')
  for (const path of [pages.version, pages.besideVersion, pages.artistOfVersion])
    expect((await app.call(`GET ${path}`)).body).toMatch(/\b790\b|£7\.90/)

  const music = { measuredKey: 'E', measuredKeyConfidence: 0.9, tempoBpm: 90 }
  await app.db.updateTable('tracks').set({ music_measured_at: null }).execute()
  expect(await refreshedBy(catalogue, () => storeMeasuredMusic(app.db, { id, music }))).toEqual(
    ofTrack,
  )
})

test('a track that joins or leaves a song renders the pages of its versions anew', async () => {
  const catalogue = await openCatalogue()
  await using app = catalogue.app
  const { id, rosa, ann, add } = catalogue
  const send =
    (route: string, changes = {}) =>
    () =>
      app.call(route.replace('{id}', id), { as: rosa, send: changes })
  const edit = 'PATCH /api/proxy/tracks/{id}'

  const others = ofTrack.filter((name) => name !== 'track')
  for (const [change, refreshed] of [
    [send('POST /api/proxy/tracks/{id}/withdraw'), ofTrack],
    [send('POST /api/proxy/tracks/{id}/restore'), others],
    [send(edit, { title: 'Another song' }), ofTrack],
    [send(edit, { title: song.title }), ofTrack],
  ] as const)
    expect(await refreshedBy(catalogue, change)).toEqual(refreshed)
  expect(await refreshedBy(catalogue, () => add(ann.id, song))).toEqual(
    [...ofTrack, 'otherArtist', 'unrelated'].toSorted(),
  )
})

test('a profile and its offers render the pages of its artist anew, and a ban all pages of tracks and artists', async () => {
  const catalogue = await openCatalogue()
  await using app = catalogue.app
  const { rosa, pages } = catalogue
  const rename = () =>
    app.call('PATCH /api/artist/profile', { as: rosa, send: { displayName: 'Nightingale' } })
  const ofArtist = [...lists, 'artist', 'sameArtist', 'track'].toSorted()
  expect(await refreshedBy(catalogue, rename)).toEqual(ofArtist)
  for (const path of [pages.track, pages.sameArtist, pages.artist, pages.tracks])
    expect((await app.call(`GET ${path}`)).body).toContain('Nightingale')

  const priced = { commission_price_pence: 4000, wants_commissions: true }
  await app.db.updateTable('artists').set(priced).where('artist_id', '=', rosa.id).execute()
  expect(await refreshedBy(catalogue, () => saveOffers(app, rosa, [{}]))).toEqual(ofArtist)
  for (const path of [pages.track, pages.artist])
    expect((await app.call(`GET ${path}`)).body).toContain('£16.70')

  const refreshed = await refreshedBy(catalogue, () => ban(app.db, rosa.id))
  expect(refreshed).toEqual(expect.arrayContaining(['version', 'artistOfVersion', 'unrelated']))
})
