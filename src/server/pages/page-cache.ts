// Caches what is the same for all visitors, pages and lists: fresh for 60 s, then served stale for up to 300 s while it is
// rendered again.

import { LRUCache } from 'lru-cache'
import { mayBeStored, type CachedPage } from './finished-page.ts'
import { cachedPathsOf, pagePathOf, pathPattern } from './public-pages.ts'

export const freshMs = 60_000
export const staleMs = 300_000

/** Variants, which have parameters, are unlimited in number: apart from the others, they cannot replace them. */
const maxBytes = { plain: 40 * 1024 * 1024, variants: 24 * 1024 * 1024 }

export type PageCache = ReturnType<typeof openPageCache>

export function openPageCache(now: () => number = Date.now) {
  const plain = openStore(maxBytes.plain)
  const variants = openStore(maxBytes.variants)
  const storeOf = (key: string) => (key.includes('?') ? variants : plain)
  const renderings = openRenderings((key, page) => void storeOf(key).set(key, page))

  /** What a rendering in progress will show is not known yet: any may show one of the ids. */
  function invalidate(isConcerned: (key: string) => boolean, ids: string[] = []): number {
    renderings.outdate((key) => ids.length > 0 || isConcerned(key))
    let removed = 0
    for (const store of [plain, variants])
      for (const [key, page] of store.entries()) {
        const shows = isConcerned(key) || ids.some((id) => page.ids.has(id))
        if (shows && store.delete(key)) removed++
      }
    return removed
  }

  return {
    /** `key` is the path with its known parameters only (public-pages.ts). */
    async read(key: string, render: () => Promise<CachedPage>, onError: (error: unknown) => void) {
      const cached = storeOf(key).get(key)
      const ageMs = cached ? now() - cached.renderedAt : Number.POSITIVE_INFINITY
      if (!cached || ageMs > freshMs + staleMs)
        return { page: await renderings.once(key, render), from: 'render' }
      if (ageMs > freshMs) renderings.once(key, render).catch(onError)
      return { page: cached, from: ageMs > freshMs ? 'stale' : 'cache' }
    },

    clear(): void {
      invalidate(() => true)
    },

    /**
     * Invalidates every cached variant of these paths and routes, and every page that shows one of the ids. Returns the
     * number of removed pages.
     */
    refresh(paths: string[], ids: string[] = []): number {
      if (paths.length + ids.length === 0) return 0
      const patterns = cachedPathsOf(paths).map(pathPattern)
      return invalidate((key) => {
        const path = pagePathOf(key.split('?')[0] ?? key)
        return patterns.some((pattern) => pattern.test(path))
      }, ids)
    },
  }
}

type Rendering = { page: Promise<CachedPage>; isOutdated: boolean }

/** The renderings in progress: concurrent requests for a key share one. */
function openRenderings(store: (key: string, page: CachedPage) => void) {
  const pending = new Map<string, Rendering>()

  async function renderAndStore(key: string, render: () => Promise<CachedPage>, own: Rendering) {
    try {
      const page = await render()
      // A rendering begun before a refresh may show old data: it is served, but not cached.
      if (mayBeStored(page) && !own.isOutdated) store(key, page)
      return page
    } finally {
      if (pending.get(key) === own) pending.delete(key)
    }
  }

  return {
    once(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
      const known = pending.get(key)
      if (known) return known.page
      const { promise, resolve } = Promise.withResolvers<CachedPage>()
      const started: Rendering = { page: promise, isOutdated: false }
      pending.set(key, started)
      resolve(renderAndStore(key, render, started))
      return promise
    },

    outdate(isConcerned: (key: string) => boolean): void {
      for (const [key, rendering] of pending) {
        if (!isConcerned(key)) continue
        rendering.isOutdated = true
        pending.delete(key)
      }
    },
  }
}

function openStore(maxSize: number) {
  return new LRUCache<string, CachedPage>({
    maxSize,
    // Two compressed copies are stored as well, each about a quarter as long.
    sizeCalculation: ({ body, ids }) => Math.ceil(body.bytes.length * 1.5) + 100 * ids.size + 2000,
  })
}
