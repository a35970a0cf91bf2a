// A row of the benchmark's tracks, as the one writer of tracks would store it. There is no recording.

import type { Random } from '../../demo/music/score/random.ts'
import { genres, instrumentations, trackFormats } from '../../src/rules/tracks/track-options.ts'
import { vocalRanges } from '../../src/rules/music/vocal-range.ts'
import { searchColumns } from '../../src/server/search/search-columns.ts'
import { frequentFirst, type BenchArtist, type Song } from './songs.ts'

const dayMs = 24 * 60 * 60_000
const daysOpen = 1200

export type ArtistWithId = BenchArtist & { id: string }
type Parts = { id: string; songs: Song[]; artists: ArtistWithId[]; random: Random }

export function trackRow({ id, songs, artists, random }: Parts) {
  const song = chooseSong(songs, random)
  const artist = frequentFirst(artists, random)
  const facts = randomFacts(random)
  const age = random() * daysOpen * dayMs
  const ratings = random() < 0.5 ? 0 : Math.floor(1 / (random() + 0.01))
  return {
    id,
    artist_id: artist.id,
    title: song.title,
    original_artist: song.originalArtist,
    description: 'Fingerpicked in dropped tuning, with a pause before the last verse.',
    price_pence: 199 + 50 * Math.floor(random() * 30),
    format: facts.format,
    instrumentation: facts.instrumentation,
    genre: facts.genre,
    vocal_range: facts.vocalRange,
    key_signature: facts.keySignature,
    is_higher: facts.isHigher,
    is_lower: facts.isLower,
    tempo_bpm: facts.tempoBpm,
    ...searchColumns({ ...song, ...facts }, artist),
    rating_count: ratings,
    rating_sum: Math.round(ratings * (3 + 2 * random())),
    created_at: new Date(Date.now() - age),
    withdrawn_at: random() < 0.02 ? new Date(Date.now() - age * random()) : null,
    original_key: `originals/${id}`,
    original_sha256: id,
    preview_key: `previews/${id}.mp3`,
    ...recording,
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
    tempoBpm: random() < 0.1 ? null : Math.round(600 + 1000 * random()) / 10,
  }
}

const waveform = Array.from({ length: 96 }, (_, at) => ((at * 7) % 36).toString(36)).join('')

const recording = {
  original_name: 'take.wav',
  original_container: 'wav',
  original_bytes: 40_000_000,
  codec: 'pcm_s16le',
  sample_rate_hz: 44_100,
  channels: 2,
  duration_ms: 200_000,
  loudness_lufs: -16,
  loudness_range_lu: 4,
  peaks: String.raw`\x00`,
  preview_ms: 30_000,
  waveform,
  fine_waveform: waveform,
}
