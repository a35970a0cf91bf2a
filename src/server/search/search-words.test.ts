// A search forgives mistakes, and its words may name a track's properties.

import { expect, test } from 'vitest'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

import { createSongs, search } from '../../../tests/support/catalogue/searching.ts'

const emptyApp = emptiedTestApp()

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
  'Don’t Stop Me Now',
  { title: 'Après un rêve', originalArtist: 'Gabriel Fauré' },
  'Bjørn’s Lullaby',
]

test('accents, case, apostrophes and the beginnings of words are forgiven', async () => {
  const app = await emptyApp()
  await createSongs(app, songs)
  const searches: [typed: string, title: string][] = [
    ['dont stop me', 'Don’t Stop Me Now'],
    ["DON'T STOP", 'Don’t Stop Me Now'],
    ['donʼt stop', 'Don’t Stop Me Now'],
    ['apres un reve', 'Après un rêve'],
    ['FAURE APRÈS', 'Après un rêve'],
    ['bjorns', 'Bjørn’s Lullaby'],
    ['  halle  ', 'Hallelujah'],
    ['amaz grac', 'Amazing Grace'],
    ['gabriel reve', 'Après un rêve'],
    ['rosa lindqvist halle', 'Hallelujah'],
    ['ros hallelujah', 'Hallelujah'],
  ]
  for (const [typed, title] of searches) {
    expect([typed, await search(app, typed)]).toEqual([
      typed,
      { titles: [title], matching: 'exact', searchedFor: null },
    ])
  }
})

test('every beginning of a word finds it, also one of letters beyond the usual ones', async () => {
  const app = await emptyApp()
  const words = ['Zigzagging', '𠮷野家の歌を歌う']
  await createSongs(app, words)
  for (const word of words) {
    const letters = [...word]
    for (const at of letters.keys()) {
      const typed = letters.slice(0, at + 1).join('')
      expect([typed, (await search(app, typed)).titles]).toEqual([typed, [word]])
    }
  }
})

test('a singular finds a plural and the reverse, and a word that only ends in s stays whole', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    'Red Roses',
    'Rose Garden',
    'Bluebells of Scotland',
    'Wild Ladies',
    'Mary’s Song',
    'Church Bells Ring',
    { title: 'Blue Moon', originalArtist: 'Jame' },
    { title: 'St. Infirmary Blues', originalArtist: 'James' },
  ])
  const titlesOf = async (typed: string) => (await search(app, typed)).titles
  expect(await titlesOf('rose')).toEqual(['Red Roses', 'Rose Garden'])
  expect(await titlesOf('roses')).toEqual(['Red Roses', 'Rose Garden'])
  expect(await titlesOf('roses garden')).toEqual(['Rose Garden'])
  expect(await titlesOf('rose red')).toEqual(['Red Roses'])
  expect(await titlesOf('lady wild')).toEqual(['Wild Ladies'])
  expect(await titlesOf('churches bell')).toEqual(['Church Bells Ring'])
  expect(await titlesOf('mary song')).toEqual(['Mary’s Song'])
  expect(await titlesOf('blues')).toEqual(['St. Infirmary Blues'])
  expect(await titlesOf('james')).toEqual(['St. Infirmary Blues'])
})

test('a mistyped search finds its track, and tells what it searched instead', async () => {
  const app = await emptyApp()
  await createSongs(app, songs)
  const searches: [typed: string, title: string, searchedFor: string][] = [
    ['the hous of the rising son', 'House of the Rising Sun', 'the house of the rising sun'],
    ['skarborow fare', 'Scarborough Fair', 'scarborough fair'],
    ['scarborugh fiar', 'Scarborough Fair', 'scarborough fair'],
    ['amzing grcae', 'Amazing Grace', 'amazing grace'],
    ['halelujha', 'Hallelujah', 'hallelujah'],
    ['danny boi', 'Danny Boy', 'danny boy'],
    ['old lang sine', 'Auld Lang Syne', 'auld lang syne'],
    ['dont stpo me', 'Don’t Stop Me Now', 'dont stop me'],
    ['rosa lindquist halelujah', 'Hallelujah', 'rosa lindqvist hallelujah'],
  ]
  for (const [typed, title, searchedFor] of searches) {
    expect([typed, await search(app, typed)]).toEqual([
      typed,
      { titles: [title], matching: 'corrected', searchedFor },
    ])
  }
})

test('a word that exists may be mistyped, too, and so may a beginning of a word', async () => {
  const app = await emptyApp()
  await createSongs(app, [...songs, 'My Son John'])
  expect(await search(app, 'the hous of the rising son')).toEqual({
    titles: ['House of the Rising Sun'],
    matching: 'corrected',
    searchedFor: 'the house of the rising sun',
  })
  expect(await search(app, 'the house of the rising son')).toMatchObject({
    titles: ['House of the Rising Sun'],
    searchedFor: 'the house of the rising sun',
  })
  expect(await search(app, 'son sea')).toEqual({
    titles: ['Song of the Sea'],
    matching: 'exact',
    searchedFor: null,
  })
})

test('of several corrections the one that tracks have together is searched, then the most frequent one', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    'Fire and Rain',
    'Farm Rain',
    'Far Away',
    'Far Country',
    'Care of Sun',
    'Sun Fair',
  ])
  expect(await search(app, 'fare rian')).toMatchObject({ searchedFor: 'farm rain' })
  expect(await search(app, 'sum fare')).toMatchObject({ searchedFor: 'sun fair' })
  // 'far' is said as 'fare', and so is 'fair'; two tracks have 'far'.
  expect(await search(app, 'phare')).toMatchObject({ titles: ['Far Away', 'Far Country'] })
})

test('a search with results keeps its words, also where the filters leave none of them', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    { title: 'Danny Boy', genre: 'Folk' },
    { title: 'Dandy Boy', genre: 'Jazz' },
  ])
  expect(await search(app, 'danny boy')).toMatchObject({ titles: ['Danny Boy'], matching: 'exact' })
  const none = { titles: [], matching: 'exact', searchedFor: null }
  expect(await search(app, 'danny boy', '&genre=Jazz')).toEqual(none)
  const nobody = '0198f000-0000-7000-8000-0000000000aa'
  expect(await search(app, 'danny boy', `&artistId=${nobody}`)).toEqual(none)
  // No track has this word: the one that was meant is searched with the filter.
  expect(await search(app, 'dandi boy', '&genre=Jazz')).toMatchObject({
    titles: ['Dandy Boy'],
    matching: 'corrected',
  })
})

test('without a track that has every word, the rarest are left out until one comes close', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    'Moonlight Serenade',
    'Moonlight Shadow',
    'Moonlight Bay',
    'Danny Boy',
    'The Boat',
  ])
  expect(await search(app, 'moonlight xylophone')).toEqual({
    titles: ['Moonlight Bay', 'Moonlight Serenade', 'Moonlight Shadow'],
    matching: 'closest',
    searchedFor: 'moonlight',
  })
  expect(await search(app, 'danny moonlight')).toMatchObject({
    matching: 'closest',
    searchedFor: 'moonlight',
  })
  expect(await search(app, 'xylophone moonlight bay danny')).toMatchObject({
    titles: ['Moonlight Bay'],
    searchedFor: 'moonlight bay',
  })
  expect(await search(app, 'zzz mooonliiight')).toMatchObject({
    matching: 'closest',
    searchedFor: 'moonlight',
  })
  // Two words of the title are too short to be corrected.
  expect(await search(app, 'te ot monlight bey')).toEqual({
    titles: ['Moonlight Bay'],
    matching: 'closest',
    searchedFor: 'moonlight bay',
  })
  // Almost every title has such a word: it brings nothing close.
  expect(await search(app, 'the xylophone')).toEqual({
    titles: [],
    matching: 'exact',
    searchedFor: null,
  })
  expect(await search(app, 'xylophone')).toEqual({
    titles: [],
    matching: 'exact',
    searchedFor: null,
  })
})
