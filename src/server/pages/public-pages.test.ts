import { expect, test } from 'vitest'
import { publicPageKey } from './public-pages.ts'

const key = (path: string) => publicPageKey(new URL(path, 'http://undersong.test'))

test('personal pages are never cached', () => {
  for (const path of ['/cart', '/my-tracks', '/artist-dashboard', '/login', '/my-tracks.data']) {
    expect(key(path)).toBeNull()
  }
  expect(key('/tracks/x.css')).toBeNull()
})

test.each([
  ['/tracks', 'query', 'shenandoah'],
  ['/tracks', 'artistId', '0198f000-0000-7000-8000-0000000000aa'],
  ['/tracks', 'orderBy', 'price'],
  ['/tracks', 'page', '2'],
  ['/artists', 'query', 'fern'],
  ['/artists', 'orderBy', 'Num+of+Reviews%2Fascending'],
  ['/artists', 'availableForCommission', 'false'],
  ['/artists', 'minCommissions', '5'],
  ['/artist/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de', 'reviewPage', '1'],
  ['/tracks/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de', 'from', 'my-tracks'],
  ['/tracks/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de', 'from', 'artist-dashboard'],
])('%s with %s has a cache key of its own, and so has its data', (path, name, value) => {
  expect(key(`${path}?${name}=${value}`)).toBe(`${path}?${name}=${value}`)
  expect(key(`${path}.data?${name}=${value}`)).toBe(`${path}.data?${name}=${value}`)
})

test('each view of the list of artists has one key', () => {
  expect(key('/artists?availableForCommission=true&lastOnlineWithin=&orderBy=popularity')).toBe(
    '/artists',
  )
  // The page is rendered from its key.
  const all = '/artists?availableForCommission=all'
  expect(key(all)).toBe(all)
  expect(key('/artists?artist=x&minCommissions=6')).toBe('/artists')
})

test('a letter and an accidental sent by a form without a script have the key of both', () => {
  expect(key('/tracks?keySig=E&keySig=b&genre=')).toBe('/tracks?keySig=Eb')
  expect(key('/tracks?keySig=&keySig=b')).toBe('/tracks')
})

test('a page of fixed words has one key', () => {
  expect(key('/terms?x=1')).toBe('/terms')
  expect(key('/copyright-policy.data')).toBe('/copyright-policy.data')
})

test('unknown parameters cannot fill the cache', () => {
  expect(key('/tracks?utm_source=a&page=2&x=1')).toBe('/tracks?page=2')
  expect(key('/?x=1')).toBe('/')
  const artist = '/artist/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de'
  expect(key(`${artist}?artist=x&reviews=read&reviewPage=0`)).toBe(artist)
  expect(key('/tracks?orderBy=best&page=0&artistId=x')).toBe('/tracks')
  expect(key(`/tracks?query=${'a'.repeat(301)}`)).toBe(`/tracks?query=${'a'.repeat(300)}`)
  expect(key('/tracks.data?page=3&y=2')).toBe('/tracks.data?page=3')
  expect(key('/tracks/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de?from=elsewhere')).toBe(
    '/tracks/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de',
  )
})
