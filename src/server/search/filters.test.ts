// The filters of the catalogue, and the numbers beside their choices.

import { expect, test } from 'vitest'
import { genres, instrumentations, trackFormats } from '#rules/tracks/track-options.ts'
import { filterChoices } from '#rules/search/facets.ts'
import { trackFilterNames } from '#rules/search/track-search.ts'
import { vocalGenderOf, vocalRanges } from '#rules/music/vocal-range.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'
import { setQuality } from '#server/tracks/taken-down-tracks.ts'
import { updateTrack } from '#server/tracks/track-commands.ts'
import {
  filterHits,
  listTracks,
  plainTrack,
  titlesIn,
} from '../../../tests/support/catalogue/listing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function createTracks(
  app: TestApp,
  tracks: (Partial<TrackDescription> & { title: string; tempoBpm?: number })[],
) {
  const artist = await createUser(app, { role: 'artist' })
  for (const track of tracks)
    await createTrack(app.db, { ...plainTrack, ...track, artistId: artist.id })
  return artist
}

const found = async (app: TestApp, params: Record<string, string>) =>
  titlesIn(await listTracks(app, { ...params, limit: '50' })).toSorted()

test('each fixed value of range, format, instrumentation and genre finds the tracks that have it (CAT-11, CAT-13 to CAT-15)', async () => {
  const app = await emptyApp()
  await createTracks(app, [
    ...vocalRanges.map((vocalRange) => ({ title: vocalRange, vocalRange })),
    ...trackFormats.map((format) => ({ title: format, format })),
    ...instrumentations.map((one) => ({ title: `by ${one}`, instrumentation: one })),
    ...genres.map((genre) => ({ title: `in ${genre}`, genre })),
  ])
  for (const value of vocalRanges)
    expect(await found(app, { 'vocal-range': value })).toEqual([value])
  for (const value of genres) expect(await found(app, { genre: value })).toEqual([`in ${value}`])
  const [usualFormat, ...otherFormats] = trackFormats
  const [usualInstrument, ...otherInstruments] = instrumentations
  for (const value of otherFormats) expect(await found(app, { type: value })).toEqual([value])
  for (const value of otherInstruments)
    expect(await found(app, { backingTrackType: value })).toEqual([`by ${value}`])
  expect(await found(app, { type: usualFormat })).not.toContain('Jam Track')
  expect(await found(app, { type: usualFormat })).toContain(usualFormat)
  expect(await found(app, { backingTrackType: usualInstrument })).not.toContain('by Piano')
  expect(await found(app, { backingTrackType: usualInstrument })).toContain(`by ${usualInstrument}`)
})

test('a vocal gender finds the tracks of its ranges (CAT-12)', async () => {
  const app = await emptyApp()
  await createTracks(app, [
    ...vocalRanges.map((vocalRange) => ({ title: vocalRange, vocalRange })),
    { title: 'no range' },
  ])
  for (const gender of ['female', 'male'] as const) {
    const ranges = vocalRanges.filter((range) => vocalGenderOf(range) === gender)
    expect(await found(app, { vocalGender: gender })).toEqual(ranges.toSorted())
  }
})

const keySearches: [filter: string, keys: string[]][] = [
  ['A', ['A', 'Am', 'a']],
  ['B', ['B', 'Cb']],
  ['C', ['B#', 'C']],
  ['D', ['D', 'Dm']],
  ['E', ['E']],
  ['F', ['F']],
  ['G', ['G']],
  ['C#', ['C#', 'C♯m', 'Db']],
  ['Db', ['C#', 'C♯m', 'Db']],
  ['Cb', ['B', 'Cb']],
  ['E#', ['F']],
  ['Ab', []],
]

test('a key finds its pitch in major and minor, however it is written; a letter alone finds the natural only (CAT-09)', async () => {
  const app = await emptyApp()
  const keys = [
    'A',
    'Am',
    'a',
    'B',
    'Cb',
    'B#',
    'C',
    'C#',
    'C♯m',
    'Db',
    'D',
    'Dm',
    'E',
    'F',
    'G',
    'DADG',
  ]
  await createTracks(app, [
    ...keys.map((key) => ({ title: key, keySignature: key })),
    { title: 'no key' },
  ])
  for (const [filter, wanted] of keySearches)
    expect([filter, await found(app, { keySig: filter })]).toEqual([filter, wanted.toSorted()])
})

test('higher and lower find the tracks with that mark, both together those with either (CAT-16, CAT-17)', async () => {
  const app = await emptyApp()
  await createTracks(app, [
    { title: 'higher', isHigher: true },
    { title: 'lower', isLower: true },
    { title: 'both', isHigher: true, isLower: true },
    { title: 'neither' },
  ])
  expect(await found(app, { isHigher: 'true' })).toEqual(['both', 'higher'])
  expect(await found(app, { isLower: 'true' })).toEqual(['both', 'lower'])
  expect(await found(app, { isHigher: 'true', isLower: 'true' })).toEqual([
    'both',
    'higher',
    'lower',
  ])
})

test('a band of tempo finds the tracks measured in it, also after an edit; one without a clear tempo is in none', async () => {
  const app = await emptyApp()
  const artist = await createTracks(app, [
    { title: '60', tempoBpm: 60 },
    { title: '75.6', tempoBpm: 75.6 },
    { title: '100', tempoBpm: 100 },
    { title: '139', tempoBpm: 139.2 },
    { title: '140', tempoBpm: 139.5 },
    { title: 'unclear' },
  ])
  const edited = await app.db
    .selectFrom('tracks')
    .select(['id', 'artist_id as artistId'])
    .where('title', '=', '60')
    .executeTakeFirstOrThrow()
  await updateTrack(app.db, { ...edited, changes: { genre: 'Jazz' } })
  for (const [tempo, titles] of Object.entries({
    slow: ['60'],
    relaxed: ['75.6'],
    moderate: ['100'],
    upbeat: ['139'],
    fast: ['140'],
  }))
    expect([tempo, await found(app, { tempo })]).toEqual([tempo, titles])
  expect(await found(app, { tempo: 'slow', genre: 'Jazz' })).toEqual(['60'])
  const { tracks } = await listTracks(app, { tempo: 'slow' })
  expect(tracks[0]).toMatchObject({ tempoBpm: 60, user: { id: artist.id } })
})

test('a value outside of the fixed lists is no filter (CAT-19)', async () => {
  const app = await emptyApp()
  await createTracks(app, [{ title: 'the only one', genre: 'Folk', keySignature: 'C' }])
  for (const [name, value] of [
    ['genre', 'Skiffle'],
    ['genre', 'folk'],
    ['keySig', 'H'],
    ['keySig', 'C##'],
    ['keySig', 'Cm'],
    ['vocal-range', 'Falsetto'],
    ['vocalGender', 'any'],
    ['type', 'Track'],
    ['backingTrackType', '1 or 1=1'],
    ['tempo', 'Slow'],
    ['tempo', '100'],
    ['isHigher', 'yes'],
    ['isLower', '1'],
  ] as const)
    expect([name, value, (await listTracks(app, { [name]: value })).totalTracks]).toEqual([
      name,
      value,
      1,
    ])
})

test('each parameter of the query call narrows the list further, with the search text and the artist (API-12, CAT-36)', async () => {
  const app = await emptyApp()
  const all = {
    title: 'Shenandoah',
    keySignature: 'Eb',
    vocalRange: 'Alto',
    format: 'Jam Track',
    instrumentation: 'Piano',
    genre: 'Folk',
    isHigher: true,
    isLower: true,
  } as const
  const artist = await createTracks(app, [
    all,
    { ...all, keySignature: 'E' },
    { ...all, vocalRange: 'Soprano' },
    { ...all, vocalRange: 'Tenor' },
    { ...all, format: 'Backing Track' },
    { ...all, instrumentation: 'Other' },
    { ...all, genre: 'Jazz' },
    { ...all, isHigher: false, isLower: false },
    { ...all, title: 'Danny Boy' },
  ])
  const unchecked = await createTrack(app.db, { ...plainTrack, ...all, artistId: artist.id })
  await app.db
    .transaction()
    .execute((tx) => setQuality(tx, { trackId: unchecked.id, isValidated: false }))
  await createTracks(app, [all])
  const params = {
    keySig: 'D#',
    'vocal-range': 'Alto',
    vocalGender: 'female',
    artistId: artist.id,
    qualityValidated: 'true',
    query: 'shenandoah',
    type: 'Jam Track',
    backingTrackType: 'Piano',
    genre: 'Folk',
    isHigher: 'true',
    isLower: 'true',
  }
  const total = async (names: string[]) => {
    const chosen = Object.entries(params).filter(([name]) => !names.includes(name))
    return (await listTracks(app, Object.fromEntries(chosen))).totalTracks
  }
  const list = await listTracks(app, { ...params, orderBy: 'price', page: '1', limit: '5' })
  expect(list).toMatchObject({ totalTracks: 1, totalIsExact: true, totalPages: 1, currentPage: 1 })
  for (const left of [
    'keySig',
    'type',
    'backingTrackType',
    'genre',
    'query',
    'artistId',
    'qualityValidated',
  ])
    expect([left, await total([left])]).toEqual([left, 2])
  expect(await total(['vocal-range'])).toBe(2)
  expect(await total(['vocal-range', 'vocalGender'])).toBe(3)
  expect(await total(['isHigher', 'isLower'])).toBe(2)
  expect((await listTracks(app, { qualityValidated: 'false' })).tracks.map(({ id }) => id)).toEqual(
    [unchecked.id],
  )
})

test('each choice has the number of tracks that it would leave with the other filters', async () => {
  const app = await emptyApp()
  await createTracks(app, [
    {
      title: 'one',
      genre: 'Folk',
      vocalRange: 'Alto',
      keySignature: 'C#',
      isHigher: true,
      tempoBpm: 120,
    },
    { title: 'two', genre: 'Folk', vocalRange: 'Tenor', keySignature: 'C', isLower: true },
    { title: 'three', genre: 'Jazz', vocalRange: 'Alto', keySignature: 'Db' },
  ])
  const expectTrue = async (chosen: Record<string, string>) => {
    const hits = await filterHits(app, chosen)
    for (const [choice, tracks] of hits) {
      const [name = '', value = ''] = choice.split('=')
      const list = await listTracks(app, { ...chosen, [name]: value })
      expect([choice, tracks]).toEqual([choice, list.totalTracks])
    }
    return hits
  }
  const all = await expectTrue({})
  expect(all.size).toBe(Object.values(filterChoices).flat().length)
  expect(new Set(Array.from(all.keys(), (choice) => choice.split('=')[0]))).toEqual(
    new Set(trackFilterNames),
  )
  expect([all.get('genre=Folk'), all.get('keySig=Db'), all.get('isHigher=true')]).toEqual([2, 2, 1])
  const alto = await expectTrue({ 'vocal-range': 'Alto' })
  // Another range instead, because a filter has one value.
  expect([alto.get('genre=Folk'), alto.get('vocal-range=Tenor')]).toEqual([1, 1])
  await app.work()
  expect(await filterHits(app)).toEqual(all)
})
