import { expect, test } from 'vitest'
import { coverVersion, trackCover, type CoverSubject } from './track-cover.ts'

const subject: CoverSubject = {
  id: 'one',
  artistId: 'rosa',
  instrumentation: 'Acoustic Guitar',
  keySignature: 'C',
}

const group = (cover: string, place: number) => cover.match(/<g fill="none">.*?<\/g>/g)?.[place]
const artistBand = (changes: Partial<CoverSubject>) =>
  group(trackCover({ ...subject, ...changes }), 0)
const keyRing = (keySignature: string | null) => trackCover({ ...subject, keySignature })

test('no two of a thousand tracks have the same cover, also by one artist in one key', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `track ${at}`)
  expect(new Set(ids.map((id) => trackCover({ ...subject, id }))).size).toBe(1000)
  expect(trackCover({ ...subject })).toBe(trackCover({ ...subject }))
})

test("an artist's covers share one band, which differs from other artists'", () => {
  expect(artistBand({ id: 'two', keySignature: 'Gm' })).toBe(artistBand({}))
  const artists = Array.from({ length: 100 }, (_, at) => artistBand({ artistId: `artist ${at}` }))
  expect(new Set(artists).size).toBe(100)
})

test('the inner ring shows the key: the same pitch in one colour, minor darker, brass without a key', () => {
  expect(keyRing('C#')).toBe(keyRing('Db'))
  const all = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B', 'Cm', null]
  expect(new Set(all.map(keyRing)).size).toBe(all.length)
  expect(keyRing('hum')).toBe(keyRing(null))
})

test('each instrument has its own picture over the hole', () => {
  const instruments = ['Acoustic Guitar', 'Piano', 'Full Arrangement Track', 'Other'] as const
  const covers = instruments.map((instrumentation) => trackCover({ ...subject, instrumentation }))
  expect(new Set(covers).size).toBe(4)
})

test("a cover's version changes with its key and instrument", () => {
  const versions = [
    coverVersion(subject),
    coverVersion({ ...subject, keySignature: 'Cm' }),
    coverVersion({ ...subject, keySignature: 'D' }),
    coverVersion({ ...subject, keySignature: null }),
    coverVersion({ ...subject, instrumentation: 'Piano' }),
  ]
  expect(new Set(versions).size).toBe(versions.length)
})

test('a cover holds nothing but a picture: no text of the track is in it', () => {
  const cover = trackCover({ ...subject, id: '"><script>', artistId: '<b>', keySignature: '"/><' })
  expect(cover).not.toMatch(/script|<b>/)
  expect(cover.length).toBeLessThan(6000)
})
