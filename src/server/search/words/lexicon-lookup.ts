// Looks up words of a search in the lexicon: which exist, which begin like them, and which were perhaps meant.

import { sql, type RawBuilder } from 'kysely'
import { forgivenTypos, typosBetween } from '#rules/search/typos.ts'
import type { Db } from '#server/db/client.ts'

/** The number of listed tracks that have each word; words that none has are missing. */
export type KnownWords = ReadonlyMap<string, number>

export async function findKnownWords(db: Db, words: string[]): Promise<KnownWords> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; df: number }>`
    select word, df from current_lexicon where word = any(${words}::text[]) and df > 0
  `.execute(db)
  return new Map(rows.map(({ word, df }) => [word, df]))
}

export type Candidate = { word: string; df: number; cost: number }

/** How many words with a shared spelling are compared, and how many of them remain. */
const mostCompared = 200
const mostCandidates = 4
/** Two words that sound alike are closer than two with a typo between them, however different their spelling is. */
const soundCost = 0.9

/** For each typed word the words that were perhaps meant, the likeliest first. */
export async function findCandidates(
  db: Db,
  words: string[],
): Promise<ReadonlyMap<string, Candidate[]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ typed: string; word: string; df: number; sounds_alike: boolean }>`
    with typed as materialized (
      select word, search_sound(word) as sound, typed_forms(word) as forms from unnest(${words}::text[]) as word
    )
    select typed.word as typed, found.word, found.df, found.sounds_alike
    from typed
    cross join lateral (
      select spelling.word, length(typed.word) > 2 and spelling.sound = typed.sound as sounds_alike,
        -- Read word by word: a join would read the whole lexicon.
        coalesce((select df from current_lexicon where current_lexicon.word = spelling.word), 0) as df
      from search_spellings as spelling
      where spelling.forms && typed.forms and spelling.word <> typed.word
      order by sounds_alike desc, df desc, spelling.word
      limit ${mostCompared}
    ) found
    where df > 0
  `.execute(db)
  const candidates = rows.flatMap((row) => {
    const cost = row.sounds_alike
      ? soundCost
      : typosBetween(row.typed, row.word, forgivenTypos(row.typed))
    return cost === null ? [] : [{ typed: row.typed, word: row.word, df: row.df, cost }]
  })
  const byWord = Map.groupBy(candidates, (candidate) => candidate.typed)
  return new Map(
    [...byWord].map(([word, all]) => [word, all.toSorted(byLikelihood).slice(0, mostCandidates)]),
  )
}

function byLikelihood(one: Candidate, other: Candidate): number {
  return one.cost - other.cost || other.df - one.df || (one.word < other.word ? -1 : 1)
}

/** The most similar word of each, where nothing is close enough to be a typo: 'hallelooya', 'hallelujah'. */
export async function findSimilarWords(db: Db, typed: string[]): Promise<Map<string, Candidate>> {
  if (typed.length === 0) return new Map()
  const { rows } = await sql<{ typed: string; word: string; df: number }>`
    select typed, found.word, found.df
    from unnest(${typed}::text[]) as typed
    cross join lateral (
      select word, df from current_lexicon
      where word % typed and df > 0
      order by similarity(word, typed) desc, df desc, word
      limit 1
    ) found
  `.execute(db)
  return new Map(rows.map(({ typed: word, ...found }) => [word, { ...found, cost: 1 }]))
}

/** Those of the words with which a word of a listed track begins. */
export async function findBeginnings(db: Db, words: string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set()
  const { rows } = await sql<{ typed: string }>`
    select typed from unnest(${words}::text[]) as typed
    where exists (select from current_lexicon where ${beginsWith(sql`word`, sql`typed`)} and df > 0)
  `.execute(db)
  return new Set(rows.map(({ typed }) => typed))
}

/** As `like 'beginning%'`, which a prepared statement would not find by an index. */
export function beginsWith(column: RawBuilder<unknown>, beginning: RawBuilder<unknown> | string) {
  const last = '\u{10FFFF}'
  return sql`${column} ~>=~ ${beginning} and ${column} ~<~ (${beginning} || ${last})`
}
