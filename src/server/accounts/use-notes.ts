// Notes when a session was last used and when an artist was last online. Nothing waits for it, and nothing fails with it:
// these rows may be locked by others, and a call is valid all the same.

import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/session.ts'

/** Lists of sessions and of artists tell minutes at the most, so this is exact enough. */
const notedEveryMs = 5 * 60_000
/** Far more than are in use within five minutes; beyond it a use is noted at the next call. */
const maxWaiting = 10_000

export type UseNotes = {
  noteUse: (user: SessionUser, lastUsedAt: Date) => void
  /** When what is being noted has been noted, or has failed. */
  ended: () => Promise<void>
}

export function openUseNotes(db: Db, onFailed: (error: unknown) => void): UseNotes {
  /** Artists whom this process has noted. `max` instead would allocate the space of all entries at once. */
  const noted = new LRUCache<string, true>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
    ttl: notedEveryMs,
  })
  const waiting = new Map<string, () => Promise<void>>()
  let running: Promise<void> | null = null

  function noteLater(key: string, note: () => Promise<void>): void {
    if (waiting.size < maxWaiting) waiting.set(key, note)
    running ??= noteWaiting()
  }

  /** One after the other, so that they hold one connection, however long they wait. */
  async function noteWaiting(): Promise<void> {
    for (const [key, note] of waiting) {
      waiting.delete(key)
      try {
        await note()
      } catch (error) {
        onFailed(error)
      }
    }
    running = null
  }

  return {
    noteUse({ id, sessionId, role, banned }, lastUsedAt) {
      const isDue = lastUsedAt.getTime() < Date.now() - notedEveryMs
      if (isDue) noteLater(`session ${sessionId}`, () => storeUse(db, sessionId))
      if (role !== 'artist' || banned || noted.has(id)) return
      noteLater(`artist ${id}`, async () => {
        await storeOnline(db, id)
        noted.set(id, true)
      })
    },
    ended: async () => running ?? undefined,
  }
}

async function storeUse(db: Db, sessionId: string): Promise<void> {
  const now = new Date()
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('last_used_at', '<', new Date(now.getTime() - notedEveryMs))
    .execute()
}

async function storeOnline(db: Db, artistId: string): Promise<void> {
  await sql`
    update artists set last_online_at = now()
    where artist_id = ${artistId}
      and coalesce(last_online_at < now() - make_interval(secs => ${notedEveryMs / 1000}), true)
  `.execute(db)
}
