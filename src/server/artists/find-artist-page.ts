// One page of the list of artists: their ids in their order, and the exact total. A text finds artists by the words of their
// names and their instrument: as typed, with mistyped words corrected, and at last by those words that any of them has.

import { sql } from 'kysely'
import type { ArtistQuery } from '#contracts/artists/artists.ts'
import type { ArtistFilters } from '#rules/artists/artist-search.ts'
import { searchWords } from '#rules/search/search-words.ts'
import { usernameKey } from '#rules/username.ts'
import type { Db } from '#server/db/client.ts'
import { hasWords, tsqueryText, type Condition, type Phrase } from '#server/search/conditions.ts'
import { emptyPage, findCountedPage, hasMatch, type FoundPage } from '#server/search/find-page.ts'
import { findKnownWords, findSimilarWords } from '#server/search/similar-words.ts'
import { artistOrders, artistsSource } from './artist-orders.ts'

export type FoundArtists = FoundPage & {
  /** What is searched instead of the text; null for the text itself. */
  searchedFor: string | null
}

/** A page number beyond the end returns the last page. */
export async function findArtistPage(db: Db, query: ArtistQuery): Promise<FoundArtists> {
  if (query.query !== undefined) return findByText(db, { ...query, query: query.query })
  return { ...(await findPage(db, query, { parts: [], first: [] })), searchedFor: null }
}

const maxWords = 6
const nobody: FoundArtists = { ...emptyPage, searchedFor: null }

async function findByText(db: Db, query: ArtistQuery & { query: string }): Promise<FoundArtists> {
  const words = [...new Set(searchWords(query.query))].slice(0, maxWords)
  if (words.length === 0) return nobody
  const parts = words.map((text, at): Phrase[] => [[{ text, isPrefix: at === words.length - 1 }]])
  const found = await findPage(db, query, { parts, first: await findNamed(db, query.query) })
  if (found.total > 0) return { ...found, searchedFor: null }
  // Then the words are right, and it is the filters that leave no artist.
  const asTyped = [isListed, ...parts.map(hasWords)]
  if (filterConditions(query).length > 0 && (await hasMatch(db, artistsSource, asTyped)))
    return nobody
  const corrections = await correctWords(db, words)
  if (corrections.length === 0) return nobody
  const corrected = corrections.map((some) => some.map((text): Phrase => [{ text }]))
  const searchedFor = corrections.map(([likeliest]) => likeliest).join(' ')
  // All of the words, and if no artist has them together, any of them.
  for (const attempt of [corrected, [corrected.flat()]]) {
    const page = await findPage(db, query, { parts: attempt, first: [] })
    if (page.total > 0) return { ...page, searchedFor }
  }
  return nobody
}

/** Those who have the text as their name: two at most, one by the username and one by the displayed name. */
async function findNamed(db: Db, text: string): Promise<string[]> {
  const key = usernameKey(text)
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', key), eb('display_name_key', '=', key)]))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * For each word that an artist has, perhaps but for some typos, the artists' words that may be meant, the likeliest first.
 * Two typos are forgiven where one does not explain the word.
 */
async function correctWords(db: Db, words: readonly string[]): Promise<string[][]> {
  const known = await findKnownWords(db, words, 'artist')
  const similar = await findSimilarWords(db, words, 'artist')
  const meant = words.map((word) => {
    const others = similar.get(word) ?? []
    const max = known.has(word) ? 1 : Math.max(1, others[0]?.cost ?? 0)
    const close = others.filter(({ cost }) => cost <= max).map((other) => other.word)
    return known.has(word) ? [word, ...close] : close
  })
  return meant.filter((some) => some.length > 0)
}

type Text = {
  /** An artist has one of the phrases of each part. */
  parts: readonly (readonly Phrase[])[]
  /** Before all others. */
  first: readonly string[]
}

function findPage(db: Db, query: ArtistQuery, { parts, first }: Text): Promise<FoundPage> {
  const { orderBy, page, limit } = query
  const { lastOnlineWithin, minCommissions, availableForCommission } = query
  const filters = [lastOnlineWithin, minCommissions, availableForCommission]
  const order = artistOrders[orderBy]
  return findCountedPage(db, {
    source: artistsSource,
    conditions: [isListed, ...filterConditions(query), ...parts.map(hasWords)],
    order: first.length === 0 ? order : sql`artist_id = any(${first}::uuid[]) desc, ${order}`,
    page,
    limit,
    key: JSON.stringify(['artists', filters, parts.map(tsqueryText)]),
  })
}

const isListed: Condition = sql`is_listed`

/** Days are counted in UTC, today being the first. */
export function filterConditions(filters: ArtistFilters): Condition[] {
  const { lastOnlineWithin, minCommissions, availableForCommission } = filters
  const conditions: Condition[] = []
  if (lastOnlineWithin) conditions.push(sql`last_online_on >= ${firstDay(lastOnlineWithin)}::date`)
  if (minCommissions) conditions.push(sql`commissions >= ${minCommissions}`)
  if (availableForCommission !== undefined)
    conditions.push(sql`takes_commissions = ${availableForCommission}`)
  return conditions
}

const dayMs = 24 * 60 * 60_000

function firstDay(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}
