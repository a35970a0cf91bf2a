// A search that finds nothing is tried once more with each unknown word corrected by one letter.

import { sql } from 'kysely'
import { isOneTypoAway } from '#rules/search-words.ts'
import type { Db } from '#server/db/client.ts'

/** Null when a word has no neighbour in the lexicon, or nothing was to be corrected. */
export async function correctWords(db: Db, words: string[]): Promise<string[] | null> {
  const corrected: string[] = []
  for (const word of words) {
    const known = await findWord(db, word)
    if (known === null) return null
    corrected.push(known)
  }
  return corrected.every((word, at) => word === words[at]) ? null : corrected
}

async function findWord(db: Db, word: string): Promise<string | null> {
  const asTyped = await db
    .selectFrom('search_lexicon')
    .select('word')
    .where('word', 'like', `${word}%`)
    .executeTakeFirst()
  if (asTyped) return word
  // A typo in a short word leaves few trigrams in common: hence the low bar, and the exact check after it.
  const similar = await db
    .selectFrom('search_lexicon')
    .select('word')
    .where(sql<boolean>`similarity(word, ${word}) > 0.15`)
    .orderBy(sql`similarity(word, ${word}) desc`)
    .orderBy('word')
    .limit(50)
    .execute()
  return similar.find((candidate) => isOneTypoAway(candidate.word, word))?.word ?? null
}
