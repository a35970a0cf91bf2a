// Counts of very many tracks take long: each is remembered for a minute.

import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/client.ts'

const maxRememberedMs = 60_000
const maxRemembered = 1_000

/** So many tracks are counted anew for each request, in half a millisecond. */
export const maxCountedAlways = 5_000

type Counted<Counts> = {
  key: string
  /** How many tracks are read for it, about. */
  about: number
  count: () => Promise<Counts>
}

/** A memory for one kind of counts. */
export function openCountMemory<Counts>() {
  const memories = new WeakMap<Db, LRUCache<string, Promise<Counts>>>()
  const recall = (db: Db, key: string) => memories.get(db)?.get(key)
  return {
    recall,
    /** Simultaneous requests wait for the same count. */
    count(db: Db, { key, about, count }: Counted<Counts>): Promise<Counts> {
      if (about <= maxCountedAlways) return count()
      const known = recall(db, key)
      if (known !== undefined) return known
      const memory =
        memories.get(db) ?? new LRUCache({ max: maxRemembered, ttl: maxRememberedMs, perf: Date })
      memories.set(db, memory)
      const counting = count()
      memory.set(key, counting)
      counting.catch(() => memory.delete(key))
      return counting
    },
  }
}
