// Words of a search that name what a track is.

import { expect, test } from 'vitest'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

import { createSongs, search } from '../../../tests/support/catalogue/searching.ts'

const emptyApp = emptiedTestApp()

test('words for what a track is find it: instrument, genre, range, gender, format and key', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    { title: 'Amazing Grace', instrumentation: 'Piano', format: 'Jam Track' },
    { title: 'Danny Boy', keySignature: 'Eb', vocalRange: 'Tenor', format: 'Jam Track' },
    { title: 'Shenandoah', keySignature: 'Am', vocalRange: 'Alto', genre: 'Folk' },
    {
      title: 'Red River',
      keySignature: 'F#',
      instrumentation: 'Acoustic Guitar',
      genre: 'Country',
    },
    { title: 'Clementine', keySignature: 'G', isHigher: true, genre: 'Musical Theatre' },
    { title: 'Greensleeves', keySignature: 'Gm', format: 'Jam Track' },
  ])
  const searches: [typed: string, titles: string[]][] = [
    ['amazing grace piano', ['Amazing Grace']],
    ['amazing grace on the piano', ['Amazing Grace']],
    ['amazing grace guitar', []],
    ['piano', ['Amazing Grace']],
    ['pia', ['Amazing Grace']],
    ['danny boy in Eb', ['Danny Boy']],
    ['danny boy E♭', ['Danny Boy']],
    ['danny boy D# major', ['Danny Boy']],
    ['danny boy in e flat', ['Danny Boy']],
    ['danny boy in E', []],
    ['tenor', ['Danny Boy']],
    ['male', ['Danny Boy']],
    ['female', ['Shenandoah']],
    ['female key', ['Shenandoah']],
    ['alto folk', ['Shenandoah']],
    ['folk alto', ['Shenandoah']],
    ['shenandoah for alto voice', ['Shenandoah']],
    ['a minor', ['Shenandoah']],
    ['in the key of A', ['Shenandoah']],
    ['guitar', ['Red River']],
    ['acoustic guitar country', ['Red River']],
    ['f sharp', ['Red River']],
    ['Gb', ['Red River']],
    ['f sharp minor', []],
    ['in the key of G', ['Clementine', 'Greensleeves']],
    ['G major', ['Clementine']],
    ['G minor', ['Greensleeves']],
    ['musical theatre', ['Clementine']],
    ['clementine higher', ['Clementine']],
    ['backing track', ['Clementine', 'Red River', 'Shenandoah']],
    ['jam tracks', ['Amazing Grace', 'Danny Boy', 'Greensleeves']],
  ]
  const found: [string, string[]][] = []
  for (const [typed] of searches) {
    const { titles, matching } = await search(app, typed)
    found.push([typed, matching === 'exact' ? titles : []])
  }
  expect(found).toEqual(searches)
})

test('a word for a facet never hides a title that contains it', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    'Piano Man',
    'Folk Song',
    'Alto',
    'A Minor Place',
    'Country Roads',
    'Tenor Madness',
    'In the Key of Life',
    'Backing Track Blues',
    'C# Blues',
    'Male Voices in G',
    { title: 'A Man', instrumentation: 'Piano', genre: 'Folk', keySignature: 'Am' },
    { title: 'Song of Songs', genre: 'Folk' },
  ])
  const titlesOf = async (typed: string) => (await search(app, typed)).titles
  expect(await titlesOf('piano man')).toEqual(['A Man', 'Piano Man'])
  expect(await titlesOf('folk song')).toEqual(['Folk Song', 'Song of Songs'])
  expect(await titlesOf('alto')).toEqual(['Alto'])
  expect(await titlesOf('a minor place')).toEqual(['A Minor Place'])
  expect(await titlesOf('a minor')).toEqual(['A Man', 'A Minor Place'])
  expect(await titlesOf('country roads')).toEqual(['Country Roads'])
  expect(await titlesOf('tenor')).toEqual(['Tenor Madness'])
  expect(await titlesOf('in the key of li')).toEqual(['In the Key of Life'])
  expect(await titlesOf('backing track blues')).toEqual(['Backing Track Blues', 'C# Blues'])
  expect(await titlesOf('c# blues')).toEqual(['C# Blues'])
  expect(await titlesOf('male voices in g')).toEqual(['Male Voices in G'])
})

test('a mistyped word for a facet is corrected, too', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    { title: 'Amazing Grace', instrumentation: 'Piano' },
    { title: 'Amazing Grace', instrumentation: 'Acoustic Guitar' },
  ])
  expect(await search(app, 'amazing grace pianno')).toEqual({
    titles: ['Amazing Grace'],
    matching: 'corrected',
    searchedFor: 'amazing grace piano',
  })
})

test('search text and filters narrow the same list, and so do the title and the artist (CAT-36)', async () => {
  const app = await emptyApp()
  await createSongs(app, [
    { title: 'Danny Boy', originalArtist: 'Weatherly', genre: 'Folk', vocalRange: 'Tenor' },
    { title: 'Danny Boy', originalArtist: 'Weatherly', genre: 'Jazz', vocalRange: 'Tenor' },
    { title: 'Danny Girl', originalArtist: 'Somebody', genre: 'Folk', vocalRange: 'Alto' },
  ])
  const count = async (typed: string, filters: string) =>
    (await search(app, typed, filters)).titles.length
  expect(await count('danny', '')).toBe(3)
  expect(await count('danny', '&genre=Folk')).toBe(2)
  expect(await count('danny boy', '&genre=Folk')).toBe(1)
  expect(await count('danny', '&genre=Folk&vocal-range=Alto')).toBe(1)
  expect(await count('danny folk', '&vocalGender=male')).toBe(1)
  expect(await count('weatherly danny lindqvist', '')).toBe(2)
  expect(await count('dany boi', '&genre=Jazz')).toBe(1)
})
