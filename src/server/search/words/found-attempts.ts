// Which reading of a text has found tracks: as long as no track changes, the same text is not read again.

import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/client.ts'
import type { SearchAttempt } from './words-query.ts'

/** `attempts`: the one that has found tracks; none if no reading has. */
type Found = { version: string; attempts: SearchAttempt[] }

const most = 2_000
const foundIn = new WeakMap<Db, LRUCache<string, Found>>()

/** @param search the text and what else narrows the list. */
export function attemptsBefore(db: Db, search: string, version: string): SearchAttempt[] | null {
  const found = foundIn.get(db)?.get(search)
  return found?.version === version ? found.attempts : null
}

export function rememberAttempts(db: Db, search: string, found: Found): void {
  const known = foundIn.get(db) ?? new LRUCache<string, Found>({ max: most })
  foundIn.set(db, known)
  known.set(search, found)
}
