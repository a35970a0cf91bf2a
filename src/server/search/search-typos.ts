// A search without results is retried once with each unknown word corrected by one letter.

import { sql } from 'kysely'
import { isOneTypoAway } from '#rules/search-words.ts'
import type { Db } from '#server/db/client.ts'

/** A longer text is not a mistyped title, so the lookups would be wasted. */
const mostWords = 6

/** Null when a word has no similar word in the lexicon, or no word needed a correction. */
export async function correctWords(db: Db, words: string[]): Promise<string[] | null> {
  if (words.length > mostWords) return null
  return db.transaction().execute(async (tx) => {
    // A typo in a short word leaves few common trigrams: hence the low threshold, and the exact check after it.
    await sql`select set_config('pg_trgm.similarity_threshold', '0.15', true)`.execute(tx)
    const corrected: string[] = []
    for (const word of words) {
      const known = await findWord(tx, word)
      if (known === null) return null
      corrected.push(known)
    }
    return corrected.every((word, at) => word === words[at]) ? null : corrected
  })
}

async function findWord(tx: Db, word: string): Promise<string | null> {
  const exact = await tx
    .selectFrom('search_lexicon')
    .select('word')
    .where('word', 'like', `${word}%`)
    .executeTakeFirst()
  if (exact) return word
  const similar = await tx
    .selectFrom('search_lexicon')
    .select('word')
    // The operator, because the function does not use the index.
    .where(sql<boolean>`word % ${word}`)
    .orderBy(sql`similarity(word, ${word}) desc`)
    .orderBy('word')
    .limit(50)
    .execute()
  return similar.find((candidate) => isOneTypoAway(candidate.word, word))?.word ?? null
}
