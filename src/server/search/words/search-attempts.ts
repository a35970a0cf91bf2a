// From a search text to the attempts to find tracks with it, the closest reading first.

import type { SearchGroup } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import { closestAttempts } from './closest-attempts.ts'
import type { KnownWords } from './lexicon-lookup.ts'
import { correctedAttempts } from './word-corrections.ts'
import { readAsTyped } from './word-readings.ts'
import type { SearchAttempt } from './words-query.ts'

/** No attempt for a text without letters or digits: it finds nothing. */
export async function* searchAttempts(
  db: Db,
  groups: SearchGroup[],
  known: KnownWords,
): AsyncGenerator<SearchAttempt> {
  if (groups.length === 0) return
  const words = groups.map((group) => readAsTyped(group, known).term)
  yield { words, matching: 'exact', searchedFor: null }
  yield* correctedAttempts(db, groups, known)
  yield* closestAttempts(db, groups, known)
}
