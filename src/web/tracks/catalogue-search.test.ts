import { expect, test } from 'vitest'
import { readTrackSearch, type TrackSearch } from '#rules/search/track-search.ts'
import { isNarrowed, searchAddress } from './catalogue-search.ts'

const search: TrackSearch = { query: 'leaves', orderBy: 'price', page: 3 }

test('search, artist, sort and page are written to the URL and read from it', () => {
  const whole: TrackSearch = { ...search, artistId: '0198f000-0000-7000-8000-0000000000aa' }
  const address = searchAddress(whole, { page: 3 })
  expect(address).toBe(
    '/tracks?query=leaves&artistId=0198f000-0000-7000-8000-0000000000aa&orderBy=price&page=3',
  )
  expect(readTrackSearch(new URL(address, 'http://x').searchParams)).toEqual(whole)
})

test('default values are not in the URL', () => {
  expect(searchAddress({ orderBy: 'popularity', page: 1 })).toBe('/tracks')
})

test('a changed search or sort starts at page 1 (CAT-32, CAT-33)', () => {
  expect(searchAddress(search, { query: 'glass' })).toBe('/tracks?query=glass&orderBy=price')
  expect(searchAddress(search, { orderBy: 'rating' })).toBe('/tracks?query=leaves&orderBy=rating')
})

test('invalid parameters are read as the unfiltered catalogue', () => {
  const params = new URLSearchParams('query=%20&orderBy=best&page=-2')
  expect(readTrackSearch(params)).toEqual({ orderBy: 'popularity', page: 1 })
  expect(isNarrowed(readTrackSearch(params))).toBe(false)
})
