// Random searches, sent to the catalogue and to the plain query: rows, order and total must be the same.

import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { chooseFrom, type Random } from '../../demo/music/random.ts'
import type { TrackList } from '../../src/contracts/catalogue.ts'
import { readTrackSearch } from '../../src/rules/track-search.ts'
import type { Db } from '../../src/server/db/client.ts'
import { findPlainly, type PlainPage } from './plain-search.ts'
import { randomFilters, randomSort } from './random-filters.ts'

/** `found` is null for a search that was refused. */
export type Difference = { search: string; found: PlainPage | null; plain: PlainPage }

type Searches = {
  /** Of the titles and names of some tracks. */
  words: readonly string[][]
  artistIds: readonly string[]
  random: Random
}

type Compared = Searches & {
  db: Db
  /** Sends `/public/tracks/query` with these parameters; null for a refusal. */
  list: (params: URLSearchParams) => Promise<TrackList | null>
  count: number
}

export async function compareSearches(compared: Compared): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let at = 0; at < compared.count; at++) {
    const params = randomSearch(compared)
    const plain = await findPlainly(compared.db, readTrackSearch(params))
    const found = await findFinally(compared, params, plain)
    if (!isDeepStrictEqual(found, plain))
      differences.push({ search: params.toString(), found, plain })
  }
  return differences
}

function randomSearch({ words, artistIds, random }: Searches): URLSearchParams {
  const params = [randomSort(random)]
  if (random() < 0.6) params.push(...randomFilters(3, random))
  if (random() < 0.6) params.push(['query', someWords(words, random).join(' ')])
  if (random() < 0.1) params.push(['artistId', chooseFrom(some(artistIds), random)])
  if (random() < 0.5) params.push(['page', String(1 + Math.floor(20 ** (2 * random()) / 2))])
  return new URLSearchParams(params)
}

const meanings = ['piano', 'guitars', 'alto', 'male', 'in Eb', 'f# minor', 'backing track'] as const

/** One to three words of a track, the last one sometimes unfinished, sometimes with a word for a filter. */
function someWords(words: readonly string[][], random: Random): string[] {
  const ofTrack = chooseFrom(some(words), random)
  const from = Math.floor(random() * ofTrack.length)
  const chosen = ofTrack.slice(from, from + 1 + Math.floor(random() * 3))
  const last = chosen.pop() ?? ''
  const typed = [...chosen, random() < 0.3 ? last.slice(0, Math.max(3, last.length - 2)) : last]
  return random() < 0.2 ? [...typed, chooseFrom(meanings, random)] : typed
}

const longestCountMs = 10_000

/** While only a lower bound of the total is known, the total is being counted: the list is read again. */
async function findFinally({ list }: Compared, params: URLSearchParams, plain: PlainPage) {
  const giveUpAt = Date.now() + longestCountMs
  for (;;) {
    const found = await list(params)
    if (found === null) return null
    const isTooMany = found.matching === 'exact' && found.totalTracks > plain.total
    if (found.totalIsExact || isTooMany || Date.now() > giveUpAt) return plainPageOf(found)
    await pause(50)
  }
}

/** What only a correction finds is no plain match. */
function plainPageOf({ tracks, totalTracks, currentPage, matching }: TrackList): PlainPage {
  return matching === 'exact'
    ? { ids: tracks.map(({ id }) => id), total: totalTracks, page: currentPage }
    : { ids: [], total: 0, page: 1 }
}

function some<One>(list: readonly One[]): readonly [One, ...One[]] {
  const [first, ...others] = list
  if (first === undefined) throw new Error('There is nothing to choose from.')
  return [first, ...others]
}
