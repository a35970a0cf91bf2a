// Suggestions while a search is typed.

import { beforeAll, expect, test } from 'vitest'
import type { Suggestion } from '#contracts/catalogue.ts'
import * as displayName from '#server/artists/display-name.ts'
import { updateTrack, withdrawTrack } from '#server/tracks/track-commands.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  plainDescription,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { createSongs } from '../../../tests/support/catalogue/searching.ts'

const emptyApp = emptiedTestApp()

async function suggest(app: TestApp, typed: string): Promise<Suggestion[]> {
  const response = await app.call(
    `GET /public/tracks/suggestions?query=${encodeURIComponent(typed)}`,
  )
  expect([typed, response.statusCode]).toEqual([typed, 200])
  return response.json<{ suggestions: Suggestion[] }>().suggestions
}

const texts = async (app: TestApp, typed: string) =>
  (await suggest(app, typed)).map(({ text }) => text)

/** The tracks with the title are bought so often more. */
async function buy(app: TestApp, title: string, times: number): Promise<void> {
  const tracks = app.db.selectFrom('tracks').select('id').where('title', '=', title)
  for (const { id } of await tracks.execute())
    for (let time = 0; time < times; time++) await countTrackActivity(app.db, id, 'purchases')
  await refreshPopularity(app.db)
}

const changeDisplayName = (app: TestApp, artistId: string, name: string) =>
  app.db.transaction().execute((tx) => displayName.changeDisplayName(tx, { artistId, name }))

/** An app that tests only ask. */
let searched: TestApp
beforeAll(async () => {
  searched = await createTestApp()
  await createSongs(searched, ['Danny Boy'])
  for (const name of ['Øystein Łukasz', 'ЖАННА Агузарова', 'Neil OʼHara', 'Straße und Þór']) {
    const { id } = await createUser(searched, { role: 'artist' })
    await createTrack(searched.db, { artistId: id })
    await changeDisplayName(searched, id, name)
  }
  return () => searched[Symbol.asyncDispose]()
})

test('titles and artists that continue what is typed are suggested, the most popular first', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    { title: 'Roses Are Red', originalArtist: 'Bobby Vinton' },
    { title: 'Rose Garden', originalArtist: 'Lynn Anderson' },
    'House of the Rising Sun',
  ])
  await buy(app, 'Rose Garden', 2)
  await buy(app, 'House of the Rising Sun', 5)
  const [artist] = await suggest(app, 'rosa')
  expect(artist).toEqual({ kind: 'artist', text: 'Rosa Lindqvist', artistId: expect.any(String) })
  expect(await suggest(app, 'rose')).toEqual([
    { kind: 'title', text: 'Rose Garden', originalArtist: 'Lynn Anderson' },
    { kind: 'title', text: 'Roses Are Red', originalArtist: 'Bobby Vinton' },
  ])
  // An artist is as popular as all their tracks.
  expect(await texts(app, 'ros')).toEqual(['Rosa Lindqvist', 'Rose Garden', 'Roses Are Red'])
  // Beginnings of the whole text come before its other words.
  expect(await texts(app, 'red')).toEqual(['Roses Are Red'])
  expect(await texts(app, 'rising su')).toEqual(['House of the Rising Sun'])
  expect(await texts(app, 'lindq')).toEqual(['Rosa Lindqvist'])
  expect(await texts(app, 'zzz')).toEqual([])
})

test('accents, case, apostrophes and one typo are forgiven', async () => {
  const app = await emptyApp()
  await createSongs(app, ['Don’t Stop Me Now', 'Après un rêve', 'Hallelujah', 'Scarborough Fair'])
  const typed: [string, string][] = [
    ['DONT st', 'Don’t Stop Me Now'],
    ["don't", 'Don’t Stop Me Now'],
    ['apres U', 'Après un rêve'],
    ['halelu', 'Hallelujah'],
    ['hallleluj', 'Hallelujah'],
    ['halelujah', 'Hallelujah'],
    ['hlalelujah', 'Hallelujah'],
    ['scarborogh fa', 'Scarborough Fair'],
    ['scarborough fiar', 'Scarborough Fair'],
    ['rosa lindkvist', 'Rosa Lindqvist'],
  ]
  for (const [text, suggestion] of typed) {
    expect([text, await texts(app, text)]).toEqual([text, [suggestion]])
  }
})

test.each([
  ['Øystein Łukasz', 'oystein l'],
  ['Øystein Łukasz', 'ØYST'],
  ['ЖАННА Агузарова', 'жан'],
  ['ЖАННА Агузарова', 'Жанна аг'],
  ['Neil OʼHara', 'neil oha'],
  ['Neil OʼHara', 'oʼhara'],
  ['Straße und Þór', 'strasse und th'],
])('the artist %s is suggested for %j', async (name, typed) =>
  expect(await texts(searched, typed)).toEqual([name]),
)

test('there are at most eight, each title once, in the same order every time', async () => {
  const app = await emptyApp()
  const originalArtists = ['Leonard Cohen', 'Jeff Buckley']
  await createSongs(app, [
    ...originalArtists.map((originalArtist) => ({ title: 'Hallelujah', originalArtist })),
    { title: 'HALLELUJAH!', originalArtist: 'Somebody' },
    ...Array.from({ length: 10 }, (_, at) => `Hallelujah Number ${String(at)}`),
  ])
  const suggested = await texts(app, 'hal')
  expect(suggested).toHaveLength(8)
  expect(
    suggested.filter((text) => text.toLowerCase().replace('!', '') === 'hallelujah'),
  ).toHaveLength(1)
  for (let again = 0; again < 3; again++) expect(await texts(app, 'hal')).toEqual(suggested)
})

test('a song is suggested as its most popular track names it', async () => {
  const app = await emptyApp()
  await createSongs(app, ['Danny boy', 'Danny Boy'])
  await buy(app, 'Danny boy', 1)
  expect(await texts(app, 'dann')).toEqual(['Danny boy'])
  await buy(app, 'Danny Boy', 2)
  expect(await texts(app, 'dann')).toEqual(['Danny Boy'])
})

test('withdrawn tracks and banned artists are never suggested; edited and restored ones are', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist', name: 'Skylark' })
  const track = await createTrack(app.db, { artistId: artist.id, title: 'Evening Song' })
  const own = { id: track.id, artistId: artist.id }
  const setBanned = (banned: boolean) => ban(app.db, artist.id, banned)
  const suggested = async () => [...(await texts(app, 'even')), ...(await texts(app, 'skyl'))]
  expect(await suggested()).toEqual(['Evening Song', 'Skylark'])

  await setBanned(true)
  expect(await suggested()).toEqual([])
  await setBanned(false)
  expect(await suggested()).toEqual(['Evening Song', 'Skylark'])

  await updateTrack(app.db, {
    ...own,
    changes: { ...plainDescription, title: 'Even Later Song' },
  })
  expect(await suggested()).toEqual(['Even Later Song', 'Skylark'])

  await withdrawTrack(app.db, own)
  expect(await suggested()).toEqual([])
})

test('an artist is suggested by a new name at once', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist', name: 'Skylark' })
  await createTrack(app.db, { artistId: artist.id })
  await changeDisplayName(app, artist.id, 'The Évening Birds')
  expect(await texts(app, 'the eve')).toEqual(['The Évening Birds'])
  expect(await texts(app, 'skyl')).toEqual(['The Évening Birds'])
})

test('of two tracks of a song that are listed and withdrawn at the same time the listed one is suggested', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  for (let round = 0; round < 5; round++) {
    const title = `Round ${String(round)}`
    const old = await createTrack(app.db, { artistId: artist.id, title })
    await Promise.all([
      withdrawTrack(app.db, { id: old.id, artistId: artist.id }),
      createTrack(app.db, { artistId: artist.id, title }),
      createTrack(app.db, { artistId: artist.id, title }),
    ])
    expect(await texts(app, title)).toEqual([title])
  }
})

test.each(['', '   ', '%', '_', '\0', '🎸', "'", ':*', '\u202E', 'x'.repeat(300), 'a '.repeat(50)])(
  'nothing is suggested for %j',
  async (typed) => expect(await suggest(searched, typed)).toEqual([]),
)
