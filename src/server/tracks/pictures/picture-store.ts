// Draws each picture once: concurrent requests share one drawing, finished pictures stay in memory, and only a few are
// drawn at once, because a picture takes a processor for tens of milliseconds and everyone may ask for all of them.

import { LRUCache } from 'lru-cache'
import { Refusal } from '#rules/errors/refusal.ts'

type PictureLimits = { mostBytes?: number; mostAtOnce?: number; mostWaiting?: number }

/** A few hundred pictures; some seconds of drawing may wait. */
export function openPictureStore({
  mostBytes = 32 * 1024 * 1024,
  mostAtOnce = 1,
  mostWaiting = 20,
}: PictureLimits = {}) {
  const finished = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: (picture) => picture.length,
  })
  const drawings = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function drawInTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
    if (running < mostAtOnce) running++
    else if (waiting.length >= mostWaiting) throw new Refusal('unavailable')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await draw()
    } finally {
      // The turn is handed over, so that a request that arrives now cannot take it as well.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  async function drawAndStore(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await drawInTurn(draw)
      finished.set(key, picture)
      return picture
    } finally {
      drawings.delete(key)
    }
  }

  return {
    /** `key` changes with everything that the picture shows. @throws Refusal unavailable */
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
