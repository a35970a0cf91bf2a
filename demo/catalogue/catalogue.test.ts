import { expect, test } from 'vitest'
import { maxReviewLength } from '#rules/reviews/review-limits.ts'
import { parseKey, pitchClassOf } from '#rules/music/musical-key.ts'
import { songKey } from '#rules/search/songs.ts'
import {
  genres,
  instrumentations,
  trackFormats,
  trackTextLimits,
} from '#rules/tracks/track-options.ts'
import { youtubeVideoId } from '#rules/tracks/youtube.ts'
import { vocalRanges } from '#rules/music/vocal-range.ts'
import type { Style } from '../music/score/music-spec.ts'
import { layOutSong, readKey } from '../music/score/song-form.ts'
import { timelineOf } from '../music/score/timeline.ts'
import { demoAccounts } from './accounts.ts'
import { demoArtists } from './artists.ts'
import { artistReception, followedBySinger, receptionOf } from './artist-reception.ts'
import { comments } from './comments.ts'
import { demoFlags, demoMessages, demoPurchases } from './community.ts'
import { demoListeners } from './listeners.ts'
import { receptionRows } from './reception.ts'
import { demoTracks } from './tracks.ts'

const firstPage = demoTracks.slice(0, 10)

test('eight artists offer about forty tracks with unique slugs', () => {
  expect(demoArtists).toHaveLength(8)
  expect(demoTracks.length).toBeGreaterThanOrEqual(40)
  expect(new Set(demoTracks.map((track) => track.slug)).size).toBe(demoTracks.length)
  expect(new Set(demoTracks.map((track) => track.artist))).toEqual(
    new Set(demoArtists.map((artist) => artist.username)),
  )
})

test('every artist has a reception by singers who exist', () => {
  const listeners = new Set(demoListeners.map(({ username }) => username))
  const authors = new Set([...listeners, demoAccounts.singer.username])
  const artists = demoArtists.map(({ username }) => username)
  expect(Object.keys(artistReception)).toEqual(artists)
  expect(artists).toEqual(expect.arrayContaining([...followedBySinger]))
  for (const { followers, reviews } of Object.values(artistReception)) {
    expect(followers).toBeLessThanOrEqual(listeners.size)
    for (const review of reviews) {
      expect(authors).toContain(review.author)
      expect(review.text.length).toBeLessThanOrEqual(maxReviewLength)
    }
  }
})

test('everybody joined before they did anything, and the admin first', () => {
  const joined = new Map(
    [...demoListeners, demoAccounts.singer].map(({ username, joinedDaysAgo }) => [
      username,
      joinedDaysAgo,
    ]),
  )
  const joinedOf = (username: string) => joined.get(username) ?? 0
  for (const { artist, ageDays, comments: written } of demoTracks) {
    expect(receptionOf(artist).joinedDaysAgo).toBeGreaterThan(ageDays)
    for (const { listener, ageDays: age } of written)
      expect(joinedOf(listener)).toBeGreaterThan(age)
  }
  for (const { reviews } of Object.values(artistReception))
    for (const { author, ageDays } of reviews) expect(joinedOf(author)).toBeGreaterThan(ageDays)
  for (const { reporter, ageDays } of demoFlags) expect(joinedOf(reporter)).toBeGreaterThan(ageDays)
  const all = Object.values(artistReception).map(({ joinedDaysAgo }) => joinedDaysAgo)
  expect(demoAccounts.admin.joinedDaysAgo).toBeGreaterThan(Math.max(...all, ...joined.values()))
})

test('two tracks have a guide, one of them a video', () => {
  const guides = demoTracks.flatMap(({ youtubeGuideUrl }) => youtubeGuideUrl ?? [])
  const videos = guides.filter((guide) => youtubeVideoId(guide) !== null)
  expect([guides.length, videos.length]).toEqual([2, 1])
})

test('what users buy and report is on the first page, and the admin has something to do', () => {
  const customers = new Set([
    ...demoListeners.map(({ username }) => username),
    demoAccounts.singer.username,
  ])
  const slugs = firstPage.map(({ slug }) => slug)
  for (const { customer, tracks } of demoPurchases) {
    expect(customers).toContain(customer)
    expect(slugs).toEqual(expect.arrayContaining([...tracks]))
  }
  for (const { track, reporter } of demoFlags) {
    expect(slugs).toContain(track)
    expect(customers).toContain(reporter)
  }
  expect(demoFlags.map(({ review }) => review !== undefined)).toEqual([false, true])
  expect(demoMessages.length).toBeGreaterThan(0)
  const senders = demoMessages.flatMap(({ sender }) => sender ?? [])
  expect([...customers]).toEqual(expect.arrayContaining(senders))
  const sold = new Set(demoPurchases.flatMap(({ tracks }) => tracks))
  const sellers = demoTracks.filter(({ slug }) => sold.has(slug)).map(({ artist }) => artist)
  expect(sellers).toContain(demoAccounts.artist.username)
})

test('every demo track uses the options and limits of an upload', () => {
  for (const track of demoTracks) {
    expect(trackFormats).toContain(track.format)
    expect(instrumentations).toContain(track.instrumentation)
    expect([...genres, undefined]).toContain(track.genre)
    expect([...vocalRanges, undefined]).toContain(track.vocalRange)
    for (const field of ['title', 'originalArtist', 'description'] as const) {
      expect(track[field]).not.toBe('')
      expect(track[field].length).toBeLessThanOrEqual(trackTextLimits[field])
    }
    expect((track.instructions ?? '').length).toBeLessThanOrEqual(trackTextLimits.instructions)
    expect(track.keySignature ?? 'C').toMatch(/^[A-G][b#]?m?$/)
    expect(Number.isInteger(track.pricePence)).toBe(true)
    expect(track.pricePence).toBeGreaterThanOrEqual(50)
    expect(track.pricePence).toBeLessThanOrEqual(1200)
    expect(track.ageDays).toBeGreaterThanOrEqual(0)
  }
})

test('every kind of track can be found in the catalogue', () => {
  const valuesOf = (field: 'format' | 'instrumentation' | 'genre' | 'vocalRange') =>
    new Set(demoTracks.flatMap((track) => track[field] ?? []))
  expect(valuesOf('format')).toEqual(new Set(trackFormats))
  expect(valuesOf('instrumentation')).toEqual(new Set(instrumentations))
  expect(valuesOf('genre')).toEqual(new Set(genres))
  expect(valuesOf('vocalRange')).toEqual(new Set(vocalRanges))
  expect(demoTracks.some((track) => track.isHigher)).toBe(true)
  expect(demoTracks.some((track) => track.isLower)).toBe(true)
  expect(demoTracks.every((track) => !(track.isHigher && track.isLower))).toBe(true)
})

test('every description states that the sound is synthesised', () => {
  for (const track of demoTracks) expect(track.description).toContain('Demo audio, synthesised.')
})

test.for(demoTracks)('$slug is in the key its artist wrote', ({ keySignature, music }) => {
  const { tonic, isMinor } = readKey(music.key)
  const claimed = parseKey(keySignature ?? music.key)
  expect(pitchClassOf(claimed)).toBe(tonic)
  expect(claimed.isMinor).toBe(isMinor)
  const chords = layOutSong(music).flatMap((bar) => bar.spans.map((span) => span.chord))
  const onTonic = chords.filter(
    (chord) => chord.root === tonic && chord.quality === (isMinor ? 'minor' : 'major'),
  )
  expect(onTonic.length / chords.length).toBeGreaterThan(0.2)
})

test.for(demoTracks)('$slug is played on what it names', ({ instrumentation, music }) => {
  const playersOf = (styles: Style[], isSolo: boolean) => ({ styles, isSolo })
  const players = {
    'Acoustic Guitar': playersOf(['strum', 'fingerpicked'], true),
    Piano: playersOf(['ballad', 'arpeggio'], true),
    'Full Arrangement Track': playersOf(['full'], true),
    Other: playersOf(['strum', 'fingerpicked', 'ballad', 'arpeggio'], false),
  }
  const { styles, isSolo } = players[instrumentation]
  expect(styles).toContain(music.style)
  expect((music.companions ?? []).length === 0).toBe(isSolo)
})

test('the first page is short and varied, at least five later tracks have full length', () => {
  const seconds = (track: (typeof demoTracks)[number]) => timelineOf(track.music).seconds
  for (const track of firstPage) {
    expect(seconds(track)).toBeGreaterThan(60)
    expect(seconds(track)).toBeLessThan(75)
  }
  expect(new Set(firstPage.map((track) => track.artist)).size).toBeGreaterThanOrEqual(7)
  expect(new Set(firstPage.map((track) => track.keySignature)).size).toBeGreaterThanOrEqual(7)
  const full = demoTracks.filter((track) => seconds(track) >= 180)
  expect(full.length).toBeGreaterThanOrEqual(5)
  expect(full.every((track) => seconds(track) <= 240)).toBe(true)
  expect(full.some((track) => firstPage.includes(track))).toBe(false)
})

test.for(demoTracks)('$slug is rated and commented on by listeners, after its upload', (track) => {
  const { slug, ageDays, ratings, comments: written } = track
  const known = new Set(demoListeners.map((listener) => listener.username))
  expect(known.size).toBe(24)
  expect(receptionRows[slug]?.stars).toMatch(/^[1-5.]{24}$/)
  expect(ratings.length).toBeLessThanOrEqual(22)
  expect(written.length).toBeLessThanOrEqual(4)
  for (const { listener, stars } of ratings) {
    expect(known).toContain(listener)
    expect([1, 2, 3, 4, 5]).toContain(stars)
  }
  for (const comment of written) {
    expect(known).toContain(comment.listener)
    expect(comment.ageDays).toBeLessThan(ageDays)
  }
})

test('the tables of comments and receptions contain no unknown track', () => {
  const slugs = new Set(demoTracks.map((track) => track.slug))
  for (const slug of [...Object.keys(comments), ...Object.keys(receptionRows)])
    expect(slugs).toContain(slug)
})

type DemoTrack = (typeof demoTracks)[number]

/** The tracks that share what `partOf` returns with another one. */
const sharing = (partOf: (track: DemoTrack) => string) =>
  [...Map.groupBy(demoTracks, partOf).values()].filter(({ length }) => length > 1)

test('recordings whose titles differ in a bracket only are versions of one song, in keys of their own', () => {
  const recorded = sharing(({ title }) => title.replace(/ *\(.*/, ''))
  expect(recorded.length).toBeGreaterThanOrEqual(5)
  expect(sharing(songKey)).toEqual(recorded)
  for (const tracks of recorded)
    expect(new Set(tracks.map(({ keySignature }) => keySignature)).size).toBe(tracks.length)
})

test('the demo artist is one of the eight, and every name and address is unique', () => {
  const { artist, singer, admin } = demoAccounts
  expect(demoArtists.find(({ username }) => username === artist.username)?.email).toBe(artist.email)
  const accounts = [...demoArtists, ...demoListeners, singer, admin]
  expect(new Set(accounts.map((account) => account.email)).size).toBe(accounts.length)
  expect(new Set(accounts.map((account) => account.username)).size).toBe(accounts.length)
})

test('each artist has examples of how they play, from their own tracks', () => {
  for (const { username, examples } of demoArtists) {
    const own = demoTracks.filter(({ artist }) => artist === username).map(({ slug }) => slug)
    expect(examples.length).toBeGreaterThan(0)
    expect(own).toEqual(expect.arrayContaining(examples.map(({ slug }) => slug)))
  }
})
