// Looks up words of a search among the words of tracks, or of artists: which exist, and which were perhaps meant.

import { sql } from 'kysely'
import {
  beginsWithTypos,
  forgivenTypos,
  minCorrectedLength,
  typosBetween,
} from '#rules/search/typos.ts'
import type { Db } from '#server/db/client.ts'

/** Whose words are meant. */
type Kind = 'track' | 'artist'

/** Tells which words of a text tracks, or artists, have. Their numbers were counted last night. */
export type KnownWords = {
  /** Whether any has the word as it is. */
  has: (word: string) => boolean
  /** About how many have the word as it is. */
  uses: (word: string) => number
  /** About how many have a word that begins so; exactly none where it is 0. */
  begun: (word: string) => number
}

export async function findKnownWords(
  db: Db,
  words: readonly string[],
  kind: Kind = 'track',
): Promise<KnownWords> {
  const { rows } = await sql<{ typed: string; uses: number | null; begun: number | null }>`
    select typed,
      (select uses from words where kind = ${kind} and word = typed) as uses,
      (
        select sum(uses)::integer from words
        where kind = ${kind} and word >= typed and word < typed || ${lastCharacter}
      ) as begun
    from unnest(${words}::text[]) as typed
  `.execute(db)
  const byWord = new Map(rows.map((row) => [row.typed, row]))
  const uses = (word: string) => byWord.get(word)?.uses ?? 0
  return {
    has: (word) => uses(word) > 0,
    uses,
    begun: (word) => byWord.get(word)?.begun ?? 0,
  }
}

/** In the order of the words, which is that of their bytes. */
const lastCharacter = String.fromCodePoint(0x10_ff_ff)

export type SimilarWord = { word: string; uses: number; cost: number }

/** So many words are compared exactly, and so many of them remain. */
const maxCompared = 200
const maxSimilar = 4
/** Two words that sound alike are closer than two with a typo between them, however different their spelling is. */
const soundCost = 0.9

/** For each typed word the words that were perhaps meant, the likeliest first. Two swapped neighbours are one typo, and two changes in SQL. */
export async function findSimilarWords(
  db: Db,
  typed: readonly string[],
  kind: Kind = 'track',
): Promise<ReadonlyMap<string, SimilarWord[]>> {
  if (typed.length === 0) return new Map()
  const { rows } = await sql<{
    typed: string
    word: string
    uses: number
    sounds_alike: boolean
  }>`
    with asked as materialized (
      select typed, typos,
        case when length(typed) >= ${minCorrectedLength} then search_sound(typed) end as heard
      from unnest(${typed}::text[], ${typed.map(forgivenTypos)}::integer[]) as unheard (typed, typos)
    )
    select typed, found.*
    from asked
    cross join lateral (
      select word, uses, sound is not distinct from heard as sounds_alike
      from words
      where kind = ${kind} and word <> typed and (
        sound = heard
        or length(word) between length(typed) - typos and length(typed) + typos
          and levenshtein_less_equal(word, typed, typos + 1) <= typos + 1
      )
      order by sounds_alike desc, levenshtein_less_equal(word, typed, 4), uses desc, word
      limit ${maxCompared}
    ) found
  `.execute(db)
  const similar = rows.flatMap((row) => {
    const cost = row.sounds_alike
      ? soundCost
      : typosBetween(row.typed, row.word, forgivenTypos(row.typed))
    return cost === null ? [] : [{ ...row, cost }]
  })
  const byWord = Map.groupBy(similar, (one) => one.typed)
  return new Map(
    [...byWord].map(([word, all]) => [word, all.toSorted(byLikelihood).slice(0, maxSimilar)]),
  )
}

function byLikelihood(one: SimilarWord, other: SimilarWord): number {
  return one.cost - other.cost || other.uses - one.uses || (one.word < other.word ? -1 : 1)
}

/** The word that shares most letters with each, where nothing is close enough to be a typo: 'mooonliiight', 'moonlight'. */
export async function findResemblingWords(
  db: Db,
  typed: readonly string[],
): Promise<ReadonlyMap<string, SimilarWord>> {
  if (typed.length === 0) return new Map()
  const { rows } = await sql<{ typed: string; word: string; uses: number }>`
    select typed, found.*
    from unnest(${typed}::text[]) as typed
    cross join lateral (
      select word, uses from words where kind = 'track' and word % typed
      order by similarity(word, typed) desc, uses desc, word limit 1
    ) found
  `.execute(db)
  return new Map(rows.map(({ typed: word, ...found }) => [word, { ...found, cost: 1 }]))
}

/** Of the words with the first two letters, so many of the most frequent ones are compared. */
const maxWithLetters = 500

/** Of an unfinished word: words that begin as it does but for one typo. */
export async function findMistypedBeginnings(
  db: Db,
  typed: string,
): Promise<{ word: string; uses: number }[]> {
  const letters = [...typed]
  if (letters.length < minCorrectedLength) return []
  const rows = await db
    .selectFrom('words')
    .select(['word', 'uses'])
    .where('word', 'like', `${letters.slice(0, 2).join('')}%`)
    .where('kind', '=', 'track')
    .orderBy('uses', 'desc')
    .orderBy('word')
    .limit(maxWithLetters)
    .execute()
  return rows
    .filter(({ word }) => !word.startsWith(typed) && beginsWithTypos(word, typed, 1))
    .slice(0, maxSimilar)
}
