import { expect, test } from 'vitest'
import { readTrackSearch, trackSearchFields } from './track-search.ts'

const artistId = '0198f000-0000-7000-8000-0000000000aa'
const everything = { query: undefined, artistId: undefined, orderBy: 'popularity', page: 1 }

test.each([
  ['', {}],
  ['query=%20leaves%20', { query: 'leaves' }],
  // The database takes no such character.
  ['query=sky%00lark', { query: 'skylark' }],
  [`query=${'a'.repeat(400)}`, { query: 'a'.repeat(300) }],
  ['keySig=C%23&vocalGender=female', { keySig: 'C#', vocalGender: 'female' }],
  ['keySig=E&keySig=b', { keySig: 'Eb' }],
  ['keySig=C&keySig=b&keySig=%23', { keySig: 'Cb' }],
  [
    'vocal-range=Mezzo-Soprano&type=Jam+Track',
    { 'vocal-range': 'Mezzo-Soprano', type: 'Jam Track' },
  ],
  ['backingTrackType=Piano&genre=Folk', { backingTrackType: 'Piano', genre: 'Folk' }],
  ['tempo=upbeat', { tempo: 'upbeat' }],
  ['isHigher=true&isLower=false', { isHigher: true }],
  ['qualityValidated=false', { qualityValidated: false }],
  ['qualityValidated=true', { qualityValidated: true }],
  [`artistId=${artistId.toUpperCase()}`, { artistId }],
  [`artistId=${artistId}&orderBy=price&page=3`, { artistId, orderBy: 'price', page: 3 }],
  ['page=1000000', { page: 1_000_000 }],
])('the URL parameters %j are read', (params, expected) => {
  expect(readTrackSearch(new URLSearchParams(params))).toEqual({ ...everything, ...expected })
})

test.each([
  'query=%20',
  'query=%00',
  'keySig=H',
  'keySig=AC',
  'keySig=Cm',
  'keySig=&keySig=b',
  'keySig=Cb%23',
  'genre=folk',
  'genre=',
  'isHigher=1',
  'artistId=a1',
  `artistId=${artistId}0`,
  `artistId=0${artistId}`,
  'orderBy=best',
  'page=0',
  'page=-2',
  'page=1.5',
  'page=two',
  'page=1000001',
  'page=',
])('%s is read as the whole catalogue', (params) => {
  expect(readTrackSearch(new URLSearchParams(params))).toEqual(everything)
})

test.each([
  ['isHigher', true, true],
  ['isHigher', false, undefined],
  ['isLower', true, true],
  ['qualityValidated', true, true],
  ['qualityValidated', false, false],
  ['qualityValidated', 1, undefined],
] as const)('%s may be a truth value as well as a text: %j is read as %j', (name, value, read) => {
  expect(trackSearchFields[name](value)).toBe(read)
})
