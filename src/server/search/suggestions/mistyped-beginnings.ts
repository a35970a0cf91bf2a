// Reads what is being typed with its mistyped words corrected; the last one may be unfinished, too.

import { sql } from 'kysely'
import { beginsWithTypos } from '#rules/search/typos.ts'
import type { Db } from '#server/db/client.ts'
import {
  beginsWith,
  findBeginnings,
  findCandidates,
  findKnownWords,
} from '../words/lexicon-lookup.ts'
import type { Term, WordsQuery } from '../words/words-query.ts'

const mostWords = 6
/** Of an unfinished word, so many of the most frequent words with its first two letters are compared. */
const mostCompared = 500
const shortestMistyped = 3
const mostContinuations = 4

/** Null when no word can be corrected. */
export async function readMistyped(db: Db, words: string[]): Promise<WordsQuery | null> {
  if (words.length > mostWords) return null
  const earlier = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  const known = await findKnownWords(db, earlier)
  const candidates = await findCandidates(db, words)
  const mayBe = (word: string): Term =>
    (candidates.get(word) ?? []).map((candidate) => [{ text: candidate.word }])
  const query: Term[] = [
    ...earlier.map((word) => [...(known.has(word) ? [[{ text: word }]] : []), ...mayBe(word)]),
    [...(await continuationsOf(db, last)), ...mayBe(last)],
  ]
  return query.every((term) => term.length > 0) ? query : null
}

async function continuationsOf(db: Db, word: string): Promise<Term> {
  const isBeginning = (await findBeginnings(db, [word])).has(word)
  const continuations = await findMistypedContinuations(db, word)
  return [...(isBeginning ? [word] : []), ...continuations].map((text) => [
    { text, isPrefix: true },
  ])
}

async function findMistypedContinuations(db: Db, typed: string): Promise<string[]> {
  const letters = [...typed]
  if (letters.length < shortestMistyped) return []
  const { rows } = await sql<{ word: string }>`
    select word from search_lexicon where ${beginsWith(sql`word`, letters.slice(0, 2).join(''))}
    order by df desc, word limit ${mostCompared}
  `.execute(db)
  return rows
    .map(({ word }) => word)
    .filter((word) => beginsWithTypos(word, typed, 1))
    .slice(0, mostContinuations)
}
