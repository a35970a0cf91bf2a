// Files that this process is receiving: how many of each user, and whether there is space for all of them.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Storage } from './storage.ts'

/** Not available to them: the embedded database is on the same disk and must be able to write. */
const reservedBytes = 1024 ** 3

export type Arrivals = {
  /**
   * `refuse` gets the number of files of the user that are arriving already.
   * @throws Refusal storage_full, and the errors of `refuse` and `receive`
   */
  admit: <Received>(
    userId: string,
    refuse: (arriving: number) => Promise<void>,
    receive: () => Promise<Received>,
  ) => Promise<Received>
}

export function openArrivals(storage: Storage, { maxBytes }: { maxBytes: number }): Arrivals {
  /** The user of each. */
  const arriving = new Set<{ userId: string }>()
  return {
    async admit(userId, refuse, receive) {
      const before = [...arriving].filter((one) => one.userId === userId).length
      const file = { userId }
      // Before the first await: each of several concurrent requests sees those before it.
      arriving.add(file)
      try {
        await refuse(before)
        const needed = reservedBytes + arriving.size * maxBytes
        if ((await storage.freeBytes()) < needed) throw new Refusal('storage_full')
        return await receive()
      } finally {
        arriving.delete(file)
      }
    },
  }
}
