// Finds artists by the words of their names and their instrument: as typed, with mistyped words corrected, and at last by
// those words that any of them has.

import { sql, type RawBuilder } from 'kysely'
import type { ArtistQuery } from '#contracts/artists/artists.ts'
import { forgivenTypos, typosBetween } from '#rules/search/typos.ts'
import { searchWords } from '#rules/search-words.ts'
import { usernameKey } from '#rules/username.ts'
import type { Db } from '#server/db/client.ts'
import { wordsMatch } from '#server/search/track-orders.ts'
import {
  indexedText,
  tsqueryText,
  type Term,
  type WordsQuery,
} from '#server/search/words/words-query.ts'
import { artistOrders } from './artist-orders.ts'
import { filtersMatch, hasFilters, type ArtistPage } from './list-artists.ts'

const mostWords = 6
const mostCorrections = 4
/** Usernames with a number share their beginning with thousands of others: those with the same end are compared first. */
const mostCompared = 400

export type FoundArtists = ArtistPage & { searchedFor: string | null }

export async function searchArtists(
  db: Db,
  query: ArtistQuery & { query: string },
): Promise<FoundArtists> {
  const words = [...new Set(searchWords(query.query))].slice(0, mostWords)
  if (words.length === 0) return nobody
  const exact = words.map((text, at): Term => [[{ text, isPrefix: at === words.length - 1 }]])
  const named = await findNamed(db, query.query)
  const found = await findPage(db, query, { words: exact, first: named })
  if (found.total > 0) return { ...found, searchedFor: null }
  // Then the words are right, and it is the filters that leave no artist.
  if (hasFilters(query) && (await countNamed(db, exact)) > 0) return nobody
  const corrections = await findCorrections(db, words)
  const corrected = words.flatMap((word) => corrections.get(word) ?? [])
  if (corrected.length === 0) return nobody
  const terms = [...corrections.values()].map((spelled): Term => spelled.map((text) => [{ text }]))
  // All of the words, and if no artist has them together, any of them.
  const together = await findPage(db, query, { words: terms, first: [] })
  const shown = [...corrections.values()].map(([first = '']) => first).join(' ')
  if (together.total > 0) return { ...together, searchedFor: shown }
  const any = await findPage(db, query, { words: [terms.flat()], first: [] })
  return { ...any, searchedFor: any.total > 0 ? shown : null }
}

const nobody: FoundArtists = { ids: [], total: 0, page: 1, pages: 0, searchedFor: null }

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

type Wanted = {
  words: WordsQuery
  /** Before all others that are found. */
  first: string[]
}

async function findPage(db: Db, query: ArtistQuery, wanted: Wanted): Promise<ArtistPage> {
  const { words, first } = wanted
  // With filters, fewer are left than a walk would soon meet.
  const all = { ...wanted, most: null }
  if (hasFilters(query)) return (await collect(db, query, all)) ?? nobody
  // One word may be that of ten thousand artists, several together seldom are.
  const few = words.length > 1 ? await collect(db, query, { ...all, most: mostCollected }) : null
  if (few !== null) return few
  const total = await countNamed(db, words)
  if (total === 0) return nobody
  const met = first.length === 0 ? await walk(db, query, { words, total }) : null
  return met ?? (await collect(db, query, all)) ?? nobody
}

async function countNamed(db: Db, words: WordsQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from artist_names where ${wordsMatch([indexedText(words)])}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** So few artists are collected and sorted at once. */
const mostCollected = 2_000

/** Of many artists, a walk along the order soon meets a page. Null if it would pass as many as have the words. */
async function walk(
  db: Db,
  { orderBy, page, limit }: ArtistQuery,
  { words, total }: { words: WordsQuery; total: number },
): Promise<ArtistPage | null> {
  if (total <= mostCollected || page * limit > total / 10) return null
  const { forwards } = artistOrders[orderBy]
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from (
      select artist_id, words from artists where is_listed order by ${forwards} limit ${total}
    ) passed
    where words @@ ${tsqueryText(words)}::tsquery limit ${limit} offset ${(page - 1) * limit}
  `.execute(db)
  if (rows.length < limit) return null
  return { ids: rows.map((row) => row.artist_id), total, page, pages: Math.ceil(total / limit) }
}

/** One statement counts, too. Null if there are more than `most`. */
async function collect(
  db: Db,
  query: ArtistQuery,
  { words, first, most }: Wanted & { most: number | null },
): Promise<ArtistPage | null> {
  const { columns, forwards } = artistOrders[query.orderBy]
  const { rows } = await sql<{ total: number; page: number; ids: string[] | null }>`
    with matching as materialized (
      select ${columns} from artist_names
      where ${wordsMatch([indexedText(words)])} and ${filtersMatch(query)}
      ${most === null ? sql`` : sql`limit ${most + 1}`}
    ), counted as (
      select count(*)::integer as total, greatest(1, least(${query.page}, ceil(count(*) / ${query.limit}::numeric)))::integer as page
      from matching
    )
    select total, page, array(
      select artist_id from matching
      order by artist_id = any(${first}::uuid[]) desc, ${forwards}
      limit ${query.limit} offset (page - 1) * ${query.limit}
    ) as ids
    from counted
  `.execute(db)
  const { total, page, ids } = rows[0] ?? { total: 0, page: 1, ids: null }
  if (most !== null && total > most) return null
  return { ids: ids ?? [], total, page, pages: Math.ceil(total / query.limit) }
}

/** For each word that an artist has but for some typos, the artists' words, the closest first. Two typos are looked for where one does not explain the word. */
async function findCorrections(db: Db, words: string[]): Promise<Map<string, string[]>> {
  const near = await findSpelled(db, words, sql`left(typed, 7) || shortened(typed, 1)`)
  const others = words.filter(
    (word) =>
      forgivenTypos(word) > 1 && !near.some(({ typed, typos }) => typed === word && typos <= 1),
  )
  const far = others.length === 0 ? [] : await findSpelled(db, others, sql`typed_forms(typed)`)
  const close = [...near.filter(({ typed }) => !others.includes(typed)), ...far]
  const byWord = Map.groupBy(close, ({ typed }) => typed)
  return new Map(
    words.flatMap((word): [string, string[]][] => {
      const spelled = (byWord.get(word) ?? [])
        .toSorted((one, other) => one.typos - other.typos || (one.word < other.word ? -1 : 1))
        .slice(0, mostCorrections)
        .map((candidate) => candidate.word)
      return spelled.length === 0 ? [] : [[word, spelled]]
    }),
  )
}

type Spelled = { typed: string; word: string; typos: number }

/** @param forms of `typed`: what is left of it without some of its letters. */
async function findSpelled(
  db: Db,
  words: string[],
  forms: RawBuilder<unknown>,
): Promise<Spelled[]> {
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, spelled.word
    from unnest(${words}::text[], ${words.map(forgivenTypos)}::integer[]) as asked (typed, typos)
    cross join lateral (
      select word from artist_words
      where spelling_forms(word) && (${forms}) and abs(length(word) - length(typed)) <= typos
      order by right(word, 3) = right(typed, 3) desc, abs(length(word) - length(typed)), word collate "C"
      limit ${mostCompared}
    ) spelled
  `.execute(db)
  return rows.flatMap(({ typed, word }) => {
    const typos = typosBetween(typed, word, forgivenTypos(typed))
    return typos === null ? [] : [{ typed, word, typos }]
  })
}
