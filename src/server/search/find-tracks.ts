// One page of the catalogue: the ids of its tracks in their order, and the total.

import { sql } from 'kysely'
import type { TrackQuery } from '#contracts/catalogue.ts'
import { filteredFacets } from '#rules/search/facets.ts'
import { readSearchText, type SearchGroup } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import { findClosest } from './closest.ts'
import { hasFacet, type Condition } from './conditions.ts'
import { correctWords } from './corrections.ts'
import {
  emptyPage,
  findCountedPage,
  findTextPage,
  hasMatch,
  type FoundPage,
  type Listing,
} from './find-page.ts'
import {
  areImpossible,
  readAsTyped,
  textConditions,
  wordsToLookUp,
  type Reading,
} from './readings.ts'
import { findKnownWords } from './similar-words.ts'
import { trackOrders, tracksSource } from './track-orders.ts'

type Matching = {
  matching: 'exact' | 'corrected' | 'closest'
  /** The words that are searched instead of the text; null for the text itself. */
  searchedFor: string | null
}
export type FoundTracks = FoundPage & Matching

const exactly: Matching = { matching: 'exact', searchedFor: null }

/** A page number beyond the end returns the last page. */
export async function findTracks(db: Db, search: TrackQuery): Promise<FoundTracks> {
  const { artistId, orderBy, page, limit } = search
  const facets = filteredFacets(search)
  const ofArtist: Condition[] = artistId === undefined ? [] : [sql`artist_id = ${artistId}`]
  const listing: Listing = {
    source: tracksSource,
    conditions: [...ofArtist, ...facets.map(hasFacet)],
    order: trackOrders[orderBy],
    page,
    limit,
  }
  const text = search.query?.trim() ?? ''
  if (text !== '') return findByText(db, readSearchText(text), listing)
  const key = JSON.stringify([artistId, facets])
  return { ...(await findCountedPage(db, { ...listing, key })), ...exactly }
}

type Attempt = { readings: readonly Reading[]; matching: Matching['matching'] }

/** The text as it is typed, then with corrections, then with fewer words; a text without letters and digits finds nothing. */
async function* attemptsAt(db: Db, groups: readonly SearchGroup[]): AsyncGenerator<Attempt> {
  if (groups.length === 0) return
  const known = await findKnownWords(db, wordsToLookUp(groups))
  yield { readings: groups.map((group) => readAsTyped(group, known)), matching: 'exact' }
  for (const readings of await correctWords(db, groups, known)) {
    const isCorrected = readings.some(({ isCorrection }) => isCorrection)
    yield { readings, matching: isCorrected ? 'corrected' : 'exact' }
  }
  const closest = await findClosest(db, groups, known)
  if (closest.length > 0) yield { readings: closest, matching: 'closest' }
}

async function findByText(
  db: Db,
  groups: readonly SearchGroup[],
  listing: Listing,
): Promise<FoundTracks> {
  for await (const { readings, matching } of attemptsAt(db, groups)) {
    const parts = readings.map((reading) => [reading])
    if (areImpossible(parts)) continue
    const conditions = textConditions(parts)
    const found = await findTextPage(db, {
      ...listing,
      conditions: [...listing.conditions, ...conditions],
      atMost: Math.min(...readings.map(({ tracks }) => tracks)),
    })
    if (found.total > 0) {
      const searchedFor = matching === 'exact' ? null : readings.map(({ shown }) => shown).join(' ')
      return { ...found, matching, searchedFor }
    }
    // Then the words are right, and it is the filters that leave no track.
    const isFiltered = matching === 'exact' && listing.conditions.length > 0
    if (isFiltered && (await hasMatch(db, tracksSource, conditions))) break
  }
  return { ...emptyPage, ...exactly }
}
