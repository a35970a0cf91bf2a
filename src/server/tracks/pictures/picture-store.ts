// Draws each picture once: concurrent requests share one drawing, finished pictures stay in memory, and only a few are
// drawn at once, because a picture takes a processor for tens of milliseconds and everyone may ask for all of them.

import { LRUCache } from 'lru-cache'
import { openCallQueue } from '#server/db/call-queue.ts'

type PictureLimits = {
  maxBytes?: number
  maxAtOnce?: number
  maxWaiting?: number
  maxWaitMs?: number
}

/**
 * 400 covers take 21 seconds of one processor, 400 pictures of links 43: a burst of new ones waits in its order, and holds
 * nothing. Proxies end a request that has no response after 60 seconds.
 */
const maxBurstMs = 50_000

/** A few hundred pictures. */
export function openPictureStore({
  maxBytes = 32 * 1024 * 1024,
  maxAtOnce = 1,
  maxWaiting = 400,
  maxWaitMs = maxBurstMs,
}: PictureLimits = {}) {
  const finished = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (picture) => picture.length,
  })
  const drawings = new Map<string, Promise<Buffer>>()
  const queued = openCallQueue({ maxAtOnce, maxWaiting, maxWaitMs })

  async function drawAndStore(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await queued(draw)
      finished.set(key, picture)
      return picture
    } finally {
      drawings.delete(key)
    }
  }

  return {
    /** `key` changes with everything that the picture shows. @throws Busy */
    async find(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
      const known = finished.get(key)
      if (known) return known
      const pending = drawings.get(key)
      if (pending) return pending
      const started = drawAndStore(key, draw)
      drawings.set(key, started)
      return started
    },
  }
}
