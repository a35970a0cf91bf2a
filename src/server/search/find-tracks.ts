// One page of the catalogue: its tracks in their order, and the total.

import type { TrackQuery } from '#contracts/catalogue.ts'
import { readSearchText, type SearchGroup } from '#rules/search/search-text.ts'
import { everyTrack, filteredFacets, maskOf } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { collectTracks } from './collect-tracks.ts'
import { listTracks } from './list-tracks.ts'
import { noTracks, type FoundPage, type Listing } from './listing.ts'
import type { ShownTracks } from './page-statement.ts'
import { searchTracks } from './search-tracks.ts'
import { attemptsBefore, rememberAttempts } from './words/found-attempts.ts'
import { forgetLexicon, readLexicon, readVersion } from './words/lexicon.ts'
import { searchAttempts } from './words/search-attempts.ts'
import { wordsToLookUp } from './words/word-readings.ts'
import { tsqueryText, type SearchAttempt, type WordsQuery } from './words/words-query.ts'

export type FoundTracks<Row> = FoundPage<Row> & Omit<SearchAttempt, 'words'>

/** A page number beyond the end returns the last page. */
export async function findTracks<Row>(
  db: Db,
  search: TrackQuery,
  shown: ShownTracks<Row>,
): Promise<FoundTracks<Row>> {
  const listing: Listing = { ...search, facets: maskOf(filteredFacets(search)) }
  const text = search.query?.trim() ?? ''
  if (text !== '') return findByText(db, { groups: readSearchText(text), listing }, shown)
  const found = search.artistId
    ? await collectTracks(db, { listing, tsquery: null }, shown)
    : await listTracks(db, listing, shown)
  return { ...found, matching: 'exact', searchedFor: null }
}

type TextSearch = { groups: SearchGroup[]; listing: Listing }

async function findByText<Row>(
  db: Db,
  search: TextSearch,
  shown: ShownTracks<Row>,
): Promise<FoundTracks<Row>> {
  const { found, isOutdated } = await findByLexicon(db, search, shown)
  if (!isOutdated) return found
  forgetLexicon(db)
  // The words are now those of this moment, even if tracks go on changing.
  return (await findByLexicon(db, search, shown)).found
}

type Read<Row> = { found: FoundTracks<Row>; isOutdated: boolean }

/** Outdated if the words have changed since they were read, so that the text would now be read differently. */
async function findByLexicon<Row>(
  db: Db,
  { groups, listing }: TextSearch,
  shown: ShownTracks<Row>,
): Promise<Read<Row>> {
  const none = { ...noTracks, matching: 'exact' as const, searchedFor: null }
  const { words: known, version } = await readLexicon(db, wordsToLookUp(groups))
  const search = JSON.stringify([groups, listing.facets, listing.artistId])
  const attempts = attemptsBefore(db, search, version) ?? searchAttempts(db, groups, known)
  for await (const attempt of attempts) {
    const { words, ...reading } = attempt
    const page = await findWith(db, { words, listing }, shown)
    const found = { ...page, ...reading }
    if (page.version !== version) return { found, isOutdated: true }
    if (found.total > 0) {
      rememberAttempts(db, search, { version, attempts: [attempt] })
      return { found, isOutdated: false }
    }
    // Then the words are right, and it is the filters that leave no track.
    if (reading.matching === 'exact' && (await isFoundUnfiltered(db, { words, listing }, shown)))
      break
  }
  rememberAttempts(db, search, { version, attempts: [] })
  return { found: none, isOutdated: (await readVersion(db)) !== version }
}

type WordsSearch = { words: WordsQuery; listing: Listing }

function findWith<Row>(db: Db, { words, listing }: WordsSearch, shown: ShownTracks<Row>) {
  return listing.artistId
    ? collectTracks(db, { listing, tsquery: tsqueryText(words) }, shown)
    : searchTracks(db, { words, listing }, shown)
}

async function isFoundUnfiltered(
  db: Db,
  { words, listing }: WordsSearch,
  shown: ShownTracks<unknown>,
): Promise<boolean> {
  const { facets, artistId, ...rest } = listing
  if (facets.mask === everyTrack.mask && artistId === undefined) return false
  const unfiltered = { ...rest, facets: everyTrack, page: 1, limit: 1 }
  return (await searchTracks(db, { words, listing: unfiltered }, shown)).total > 0
}
