// The classes of requests that the benchmark measures, each with requests of its kind, the same at every run.

import { chooseFrom, seededRandom, type Random } from '../../demo/music/random.ts'
import { trackSorts } from '../../src/rules/track-options.ts'
import { trackFilterNames } from '../../src/rules/track-search.ts'
import type { CatalogueFacts } from './catalogue-facts.ts'
import { openConnection, refusalOf, type QueryClass } from './measure-class.ts'
import { mistype } from './mistype.ts'
import { randomFilter, randomFilters, randomSort } from './random-filters.ts'

const perClass = 200
const goalMs = 10
const severalWordsWithFilterGoalMs = 20
const deepFilteredGoalMs = 100
const goalGrowth = 3

type Params = string[][]
type Maker = (random: Random) => Params

export async function queryClasses(facts: CatalogueFacts, origin: string): Promise<QueryClass[]> {
  return [
    ...listClasses(),
    ...(await pagingClasses(facts, origin)),
    ...wordClasses(facts),
    ...forgivingClasses(facts),
    ...otherClasses(facts),
  ]
}

function listClasses(): QueryClass[] {
  return [
    { ...lists('default list', () => []), goalGrowth },
    ...trackSorts.map((sort) => lists(`sort ${sort}`, () => [['orderBy', sort]])),
    ...trackFilterNames.map((name) => ({
      ...lists(`filter ${name}`, (random) => [randomFilter(name, random)]),
      goalGrowth,
    })),
    {
      ...lists('1 to 7 filters, any sort', (random) => [
        ...randomFilters(7, random),
        randomSort(random),
      ]),
      goalGrowth,
    },
  ]
}

async function pagingClasses(facts: CatalogueFacts, origin: string): Promise<QueryClass[]> {
  const lastPage = facts.trackCount / 10
  const onSomePage = (params: (random: Random) => Params) => pagesOf(origin, params)
  return [
    lists('any page, any sort', (random) => [
      ['page', `${1 + Math.floor(random() * lastPage)}`],
      randomSort(random),
    ]),
    lists('beyond the last page', () => [['page', '1000000']]),
    {
      name: 'any page of 1 or 2 filters, any sort',
      goalMs: deepFilteredGoalMs,
      paths: await onSomePage((random) => [...randomFilters(2, random), randomSort(random)]),
    },
    {
      name: 'any page of a word, any sort',
      goalMs: deepFilteredGoalMs,
      paths: await onSomePage((random) => [
        query(chooseFrom(some([...facts.words.frequent, ...facts.words.middle]), random)),
        randomSort(random),
      ]),
    },
  ]
}

/** The first pages tell how many pages there are; they are not measured. */
async function pagesOf(origin: string, params: (random: Random) => Params): Promise<string[]> {
  const random = seededRandom(1)
  const connection = openConnection(origin)
  const paths: string[] = []
  for (let at = 0; at < perClass; at++) {
    const wanted = params(random)
    // A list that is refused is refused again when it is measured.
    const first = await connection.get(listPath(wanted)).catch(refusalOf)
    const pages = readPages(first)
    paths.push(listPath([...wanted, ['page', `${1 + Math.floor(random() * pages)}`]]))
  }
  connection.close()
  return paths
}

function readPages(list: unknown): number {
  const isList = typeof list === 'object' && list !== null && 'totalPages' in list
  return isList ? Number(list.totalPages) : 1
}

function wordClasses({ words, tracks }: CatalogueFacts): QueryClass[] {
  const anyWord = (random: Random) =>
    chooseFrom(some(chooseFrom([words.frequent, words.middle, words.rare], random)), random)
  const titleWords = (random: Random) => chooseFrom(some(tracks), random).titleWords
  const several = (random: Random): string[] => {
    const track = chooseFrom(some(tracks), random)
    const found = [...track.titleWords, ...track.artistWords]
    return found.slice(0, 2 + Math.floor(random() * 3))
  }
  return [
    lists('a frequent word', (random) => [query(chooseFrom(some(words.frequent), random))]),
    lists('a word of middle frequency', (random) => [
      query(chooseFrom(some(words.middle), random)),
    ]),
    lists('a rare word', (random) => [query(chooseFrom(some(words.rare), random))]),
    lists('a word, any sort', (random) => [query(anyWord(random)), randomSort(random)]),
    ...[1, 2, 3, 4, 5].map((letters) =>
      lists(`the first ${letters} letters of a word`, (random) => [
        query((titleWords(random).at(-1) ?? '').slice(0, letters)),
      ]),
    ),
    lists('2 to 4 words of a track', (random) => [query(several(random).join(' '))]),
    lists('2 to 4 words, the last unfinished', (random) => [
      query(several(random).join(' ').slice(0, -2)),
    ]),
    lists('2 to 4 words, any sort', (random) => [
      query(several(random).join(' ')),
      randomSort(random),
    ]),
    lists('a word with 1 or 2 filters', (random) => [
      query(anyWord(random)),
      ...randomFilters(2, random),
    ]),
    {
      ...lists('2 to 4 words with 1 or 2 filters', (random) => [
        query(several(random).join(' ')),
        ...randomFilters(2, random),
      ]),
      goalMs: severalWordsWithFilterGoalMs,
    },
  ]
}

function forgivingClasses({ tracks }: CatalogueFacts): QueryClass[] {
  const title = (random: Random) => chooseFrom(some(tracks), random).titleWords
  const titles = tracks.map(({ titleWords }) => titleWords)
  const [shortTitles, longTitles] = [
    titles.filter(({ length }) => length === 1),
    titles.filter(({ length }) => length > 1),
  ]
  const meanings = [
    'piano',
    'guitar',
    'folk',
    'alto',
    'female',
    'tenor',
    'in Eb',
    'in F# minor',
  ] as const
  return [
    lists('a title with a typo in one word', (random) => [
      query(mistype(title(random), 1, random).join(' ')),
    ]),
    lists('a title with a typo in two words', (random) => [
      query(mistype(title(random), 2, random).join(' ')),
    ]),
    lists('words of two titles: closest', (random) => [
      query([...title(random), ...title(random)].slice(0, 6).join(' ')),
    ]),
    lists('a word and a word for a filter', (random) => [
      query([...chooseFrom(some(shortTitles), random), chooseFrom(meanings, random)].join(' ')),
    ]),
    {
      ...lists('a title and a word for a filter', (random) => [
        query([...chooseFrom(some(longTitles), random), chooseFrom(meanings, random)].join(' ')),
      ]),
      goalMs: severalWordsWithFilterGoalMs,
    },
    lists('words for two filters', (random) => [
      query(`${chooseFrom(meanings, random)} ${chooseFrom(meanings, random)}`),
    ]),
  ]
}

function otherClasses({ tracks }: CatalogueFacts): QueryClass[] {
  const track = (random: Random) => chooseFrom(some(tracks), random)
  return [
    made('suggestions for 1 to 12 letters', (random) => {
      const typed = track(random).titleWords.join(' ')
      return pathOf('/public/tracks/suggestions', [
        query(typed.slice(0, 1 + Math.floor(random() * 12))),
      ])
    }),
    made('a track with its versions', (random) => `/api/proxy/tracks/${track(random).id}`),
    lists("an artist's tracks", (random) => [['artistId', track(random).artistId]]),
    made('hits of every filter', (random) =>
      pathOf('/public/tracks/filters', random() < 0.2 ? [] : randomFilters(4, random)),
    ),
  ]
}

function lists(name: string, params: Maker): QueryClass {
  return made(name, (random) => listPath(params(random)))
}

function made(name: string, path: (random: Random) => string): QueryClass {
  const random = seededRandom(name.length)
  return { name, goalMs, paths: Array.from({ length: perClass }, () => path(random)) }
}

export function listPath(params: Params): string {
  return pathOf('/public/tracks/query', params)
}

function pathOf(path: string, params: Params): string {
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params).toString()}`
}

function query(text: string): string[] {
  return ['query', text]
}

function some<One>(list: readonly One[]): readonly [One, ...One[]] {
  const [first, ...others] = list
  if (first === undefined) throw new Error('There is nothing to choose from.')
  return [first, ...others]
}
