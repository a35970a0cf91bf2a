// Finds artists by the words of their names: as typed, with mistyped words corrected, and at last by those words that are
// names at all.

import { sql } from 'kysely'
import type { ArtistQuery } from '#contracts/artists/artists.ts'
import { forgivenTypos, typosBetween } from '#rules/search/typos.ts'
import { searchWords } from '#rules/search-words.ts'
import type { Db } from '#server/db/client.ts'
import { tsqueryText, type Term, type WordsQuery } from '#server/search/words/words-query.ts'
import { artistOrders } from './artist-orders.ts'
import { filtersMatch, type ArtistPage } from './list-artists.ts'

const mostWords = 6
const mostCorrections = 4

export type FoundArtists = ArtistPage & { searchedFor: string | null }

export async function searchArtists(
  db: Db,
  query: ArtistQuery & { query: string },
): Promise<FoundArtists> {
  const words = [...new Set(searchWords(query.query))].slice(0, mostWords)
  if (words.length === 0) return nobody
  const exact = words.map((text, at): Term => [[{ text, isPrefix: at === words.length - 1 }]])
  const found = await findPage(db, query, exact)
  if (found.total > 0) return { ...found, searchedFor: null }
  const corrections = await findCorrections(db, words)
  const corrected = words.flatMap((word) => corrections.get(word) ?? [])
  if (corrected.length === 0) return nobody
  const terms = [...corrections.values()].map((spelled): Term => spelled.map((text) => [{ text }]))
  // All of the words, and if no artist has them together, any of them.
  const together = await findPage(db, query, terms)
  const shown = [...corrections.values()].map(([first = '']) => first).join(' ')
  if (together.total > 0) return { ...together, searchedFor: shown }
  const any = await findPage(db, query, [terms.flat()])
  return { ...any, searchedFor: any.total > 0 ? shown : null }
}

const nobody: FoundArtists = { ids: [], total: 0, page: 1, pages: 0, searchedFor: null }

/** One statement counts, too: a name's words are in few names. */
async function findPage(db: Db, query: ArtistQuery, words: WordsQuery): Promise<ArtistPage> {
  const { columns, forwards } = artistOrders[query.orderBy]
  const { rows } = await sql<{ total: number; page: number; ids: string[] | null }>`
    with matching as materialized (
      select ${columns} from artists
      where is_listed and words @@ ${tsqueryText(words)}::tsquery and ${filtersMatch(query)}
    ), counted as (
      select count(*)::integer as total, greatest(1, least(${query.page}, ceil(count(*) / ${query.limit}::numeric)))::integer as page
      from matching
    )
    select total, page, array(
      select artist_id from matching order by ${forwards}
      limit ${query.limit} offset (page - 1) * ${query.limit}
    ) as ids
    from counted
  `.execute(db)
  const { total, page, ids } = rows[0] ?? { total: 0, page: 1, ids: null }
  return { ids: ids ?? [], total, page, pages: Math.ceil(total / query.limit) }
}

/** For each word that is a name but for some typos, the names, the closest first. */
async function findCorrections(db: Db, words: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, word from unnest(${words}::text[]) as typed
    join artist_words on forms && typed_forms(typed)
  `.execute(db)
  const close = rows.flatMap(({ typed, word }) => {
    const typos = typosBetween(typed, word, forgivenTypos(typed))
    return typos === null ? [] : [{ typed, word, typos }]
  })
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
