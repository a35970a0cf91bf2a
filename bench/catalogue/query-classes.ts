// The classes of requests that the benchmark measures, each with requests of its kind, the same at every run.

import { sql } from 'kysely'
import { seededRandom, type Random } from '../../demo/music/score/random.ts'
import { searchWords } from '../../src/rules/search/search-words.ts'
import { trackSorts } from '../../src/rules/tracks/track-options.ts'
import type { Db } from '../../src/server/db/client.ts'
import type { QueryClass } from '../measuring/measure-class.ts'
import { anyOf, mistype, randomFilters, randomSort } from './random-params.ts'

/** What the requests are made of. */
export type CatalogueFacts = {
  trackCount: number
  /** In at least a fiftieth of the tracks, in one of a thousand, or in hardly any. */
  frequent: string[]
  middle: string[]
  rare: string[]
  tracks: { id: string; artistId: string; title: string[]; words: string[] }[]
}

export async function readFacts(db: Db): Promise<CatalogueFacts> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from listed_tracks
  `.execute(db)
  const trackCount = rows[0]?.count ?? 0
  const found = await db
    .selectFrom('tracks')
    .innerJoin('listed_tracks', 'listed_tracks.id', 'tracks.id')
    .select(['tracks.id', 'tracks.artist_id', 'tracks.title', 'original_artist'])
    .orderBy(sql`md5(tracks.id::text)`)
    .limit(3000)
    .execute()
  return {
    trackCount,
    frequent: await wordsIn(db, trackCount / 50, trackCount),
    middle: await wordsIn(db, trackCount / 2000, trackCount / 300),
    rare: await wordsIn(db, 1, Math.max(3, trackCount / 100_000)),
    tracks: found.map((track) => ({
      id: track.id,
      artistId: track.artist_id,
      title: searchWords(track.title),
      words: searchWords(`${track.title} ${track.original_artist}`),
    })),
  }
}

async function wordsIn(db: Db, min: number, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('words')
    .select('word')
    .where('kind', '=', 'track')
    .where('uses', '>=', Math.floor(min))
    .where('uses', '<=', Math.ceil(max))
    .orderBy(sql`md5(word)`)
    .limit(400)
    .execute()
  return rows.map(({ word }) => word)
}

/** In milliseconds, for up to 100,000 tracks and for a million. */
const goals = {
  list: [5, 8],
  word: [10, 20],
  severalWords: [10, 40],
  severalWordsWithFilters: [15, 50],
  mistyped: [15, 40],
  suggestions: [5, 12],
  deepFilters: [20, 80],
  deepWord: [40, 200],
  hits: [60, 350],
} as const

const perClass = 200
const meanings = 'piano,guitar,folk,alto,female,tenor,in Eb,in F# minor'.split(',')

type Params = string[][]

export function queryClasses(facts: CatalogueFacts): QueryClass[] {
  const { frequent, middle, rare, tracks } = facts
  const made = (
    name: string,
    goal: keyof typeof goals,
    params: (random: Random) => Params,
    path: (params: Params) => string = listPath,
  ): QueryClass => {
    const random = seededRandom(name.length)
    const paths = Array.from({ length: perClass }, () => path(params(random)))
    return { name, goalMs: goals[goal][facts.trackCount > 100_000 ? 1 : 0], paths }
  }
  const query = (...words: string[]) => ['query', words.join(' ')]
  const title = (random: Random) => anyOf(tracks, random).title
  const several = (random: Random) =>
    anyOf(tracks, random).words.slice(0, 2 + Math.floor(random() * 3))
  const anyWord = (random: Random) => anyOf(anyOf([frequent, middle, rare], random), random)
  const meaning = (random: Random) => anyOf(meanings, random)
  const filters = randomFilters
  const sort = randomSort
  return [
    made('default list', 'list', () => []),
    ...trackSorts.map((one) => made(`sort ${one}`, 'list', () => [['orderBy', one]])),
    made('1 filter', 'list', (random) => filters(1, random)),
    made('1 to 7 filters, any sort', 'list', (random) => [...filters(7, random), sort(random)]),
    made('page 1000, any sort', 'deepFilters', (random) => [['page', '1000'], sort(random)]),
    made('page 1000 of 1 or 2 filters, any sort', 'deepFilters', (random) => [
      ...filters(2, random),
      ['page', '1000'],
      sort(random),
    ]),
    made('a frequent word', 'word', (random) => [query(anyOf(frequent, random))]),
    made('a word of middle frequency', 'word', (random) => [query(anyOf(middle, random))]),
    made('a rare word', 'word', (random) => [query(anyOf(rare, random))]),
    made('a word, any sort', 'word', (random) => [query(anyWord(random)), sort(random)]),
    made('page 100 of a word, any sort', 'deepWord', (random) => [
      query(anyOf([...frequent, ...middle], random)),
      ['page', '100'],
      sort(random),
    ]),
    ...[1, 2, 3, 4, 5].map((letters) =>
      made(`the first ${letters} letters of a word`, 'word', (random) => [
        query((title(random).at(-1) ?? '').slice(0, letters)),
      ]),
    ),
    made('2 to 4 words of a track', 'severalWords', (random) => [query(...several(random))]),
    made('2 to 4 words, the last unfinished', 'severalWords', (random) => [
      query(several(random).join(' ').slice(0, -2)),
    ]),
    made('2 to 4 words, any sort', 'severalWords', (random) => [
      query(...several(random)),
      sort(random),
    ]),
    made('2 frequent words', 'severalWords', (random) => [
      query(anyOf(frequent, random), anyOf(frequent, random)),
    ]),
    made('a word with 1 or 2 filters', 'severalWordsWithFilters', (random) => [
      query(anyWord(random)),
      ...filters(2, random),
    ]),
    made('2 to 4 words with 1 or 2 filters', 'severalWordsWithFilters', (random) => [
      query(...several(random)),
      ...filters(2, random),
    ]),
    made('a title and a word for a filter', 'severalWordsWithFilters', (random) => [
      query(...title(random), meaning(random)),
    ]),
    made('words for two filters', 'severalWordsWithFilters', (random) => [
      query(meaning(random), meaning(random)),
    ]),
    made('a title with a typo in one word', 'mistyped', (random) => [
      query(...mistype(title(random), 1, random)),
    ]),
    made('a title with a typo in two words', 'mistyped', (random) => [
      query(...mistype(title(random), 2, random)),
    ]),
    made('words of two titles: closest', 'mistyped', (random) => [
      query(...[...title(random), ...title(random)].slice(0, 6)),
    ]),
    made(
      'suggestions for 1 to 12 letters',
      'suggestions',
      (random) => [
        query(
          title(random)
            .join(' ')
            .slice(0, 1 + Math.floor(random() * 12)),
        ),
      ],
      (params) => pathOf('/public/tracks/suggestions', params),
    ),
    made(
      'a track with its versions',
      'list',
      (random) => [['id', anyOf(tracks, random).id]],
      ([id]) => `/api/proxy/tracks/${id?.[1]}`,
    ),
    made("an artist's tracks", 'list', (random) => [['artistId', anyOf(tracks, random).artistId]]),
    {
      ...made(
        'hits of every filter',
        'hits',
        (random) => (random() < 0.2 ? [] : filters(4, random)),
        (params) => pathOf('/public/tracks/filters', params),
      ),
      isFirst: true,
    },
  ]
}

export function listPath(params: Params): string {
  return pathOf('/public/tracks/query', params)
}

function pathOf(path: string, params: Params): string {
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params).toString()}`
}
