// The rows of the benchmark's tracks, as the one writer of tracks would store them.

import type { Random } from '../../demo/music/random.ts'
import { genres, instrumentations, trackFormats } from '../../src/rules/track-options.ts'
import { vocalRanges } from '../../src/rules/vocal-range.ts'
import { searchColumns } from '../../src/server/search/search-columns.ts'
import type { Cell } from './copy-rows.ts'
import { frequentFirst, type BenchArtist, type Song } from './songs.ts'

const dayMs = 24 * 60 * 60_000
const daysOpen = 1200

export const trackColumns = [
  'id',
  'artist_id',
  'title',
  'original_artist',
  'description',
  'price_pence',
  'format',
  'instrumentation',
  'genre',
  'vocal_range',
  'key_signature',
  'is_higher',
  'is_lower',
  'tempo_bpm',
  'facets',
  'song',
  'song_key',
  'search_text',
  'rating_count',
  'rating_sum',
  'created_at',
  'withdrawn_at',
  'original_key',
  'original_name',
  'original_container',
  'original_bytes',
  'original_sha256',
  'codec',
  'sample_rate_hz',
  'channels',
  'duration_ms',
  'loudness_lufs',
  'loudness_range_lu',
  'peaks',
  'preview_key',
  'preview_ms',
  'waveform',
  'fine_waveform',
]

export type ArtistWithId = BenchArtist & { id: string }
type Parts = { ids: string[]; songs: Song[]; artists: ArtistWithId[]; random: Random }

export function* trackRows({ ids, songs, artists, random }: Parts): Generator<Cell[]> {
  const now = Date.now()
  for (const id of ids) {
    const { title, originalArtist } = chooseSong(songs, random)
    const artist = frequentFirst(artists, random)
    const facts = randomFacts(random)
    const search = searchColumns({ title, originalArtist, ...facts }, artist)
    const age = random() * daysOpen * dayMs
    const ratings = random() < 0.5 ? 0 : Math.floor(1 / (random() + 0.01))
    yield [
      id,
      artist.id,
      title,
      originalArtist,
      'Fingerpicked in dropped tuning, with a pause before the last verse.',
      199 + 50 * Math.floor(random() * 30),
      facts.format,
      facts.instrumentation,
      facts.genre,
      facts.vocalRange,
      facts.keySignature,
      facts.isHigher,
      facts.isLower,
      facts.tempoBpm,
      search.facets,
      search.song,
      search.song_key,
      search.search_text,
      ratings,
      Math.round(ratings * (3 + 2 * random())),
      new Date(now - age),
      random() < 0.02 ? new Date(now - age * random()) : null,
      ...recordingOf(id),
    ]
  }
}

/** A hit has thousands of versions in a million tracks, most songs have a few. */
function chooseSong(songs: Song[], random: Random): Song {
  const headStart = 50
  const spread = (songs.length + headStart) / headStart
  const at = random() < 0.6 ? headStart * spread ** random() - headStart : random() * songs.length
  const song = songs[Math.floor(at)]
  if (song === undefined) throw new Error('There is no song to choose.')
  return song
}

const keys =
  'G C D A E F Am Em Bm Dm Bb Eb F# Gm C#m Ab B Cm Fm Db F#m Gb C# Bbm Ebm G#m D# A#'.split(' ')

export function randomFacts(random: Random) {
  const shift = random()
  return {
    format: frequentFirst(trackFormats, random),
    instrumentation: frequentFirst(instrumentations, random),
    genre: random() < 0.05 ? null : frequentFirst(genres, random),
    vocalRange: random() < 0.15 ? null : frequentFirst(vocalRanges, random),
    keySignature: random() < 0.04 ? null : random() < 0.01 ? 'Drop D' : frequentFirst(keys, random),
    isHigher: shift < 0.1,
    isLower: shift > 0.09 && shift < 0.2,
    qualityValidated: true,
    tempoBpm: random() < 0.1 ? null : Math.round(600 + 1000 * random()) / 10,
  }
}

const waveform = Array.from({ length: 96 }, (_, at) => ((at * 7) % 36).toString(36)).join('')

/** The columns from original_key on: there is no recording. */
function recordingOf(id: string): Cell[] {
  return [
    `originals/${id}`,
    'take.wav',
    'wav',
    40_000_000,
    id,
    'pcm_s16le',
    44_100,
    2,
    200_000,
    -16,
    4,
    String.raw`\x00`,
    `previews/${id}.mp3`,
    30_000,
    waveform,
    waveform,
  ]
}
