// Caches public pages, the same for all visitors: fresh for 60 s, then served stale for up to 300 s while re-rendered.

import { LRUCache } from 'lru-cache'
import type { CachedPage } from './finished-page.ts'
import { pagePathOf, pathPattern } from './public-pages.ts'

const freshMs = 60_000
const staleMs = 300_000
const largestCacheBytes = 64 * 1024 * 1024

export type PageCache = ReturnType<typeof openPageCache>

export function openPageCache(now: () => number = Date.now) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: largestCacheBytes,
    // Two compressed copies are stored as well, each about a quarter as long.
    sizeCalculation: (page) => Math.ceil(page.body.bytes.length * 1.5) + 2000,
  })
  const rendering = new Map<string, Promise<CachedPage>>()
  let generation = 0

  /** Concurrent requests for a key share one rendering. */
  function renderOnce(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
    const pending = rendering.get(key)
    if (pending) return pending
    const startedIn = generation
    const started = render()
      .then((page) => {
        // A rendering begun before a refresh may show old data: it is served, but not cached.
        if (page.status === 200 && startedIn === generation) pages.set(key, page)
        return page
      })
      .finally(() => {
        if (rendering.get(key) === started) rendering.delete(key)
      })
    rendering.set(key, started)
    return started
  }

  return {
    /** `key` is the page's path with its known parameters only (public-pages.ts). */
    async read(key: string, render: () => Promise<CachedPage>, onError: (error: unknown) => void) {
      const cached = pages.get(key)
      const ageMs = cached ? now() - cached.renderedAt : Number.POSITIVE_INFINITY
      if (!cached || ageMs > freshMs + staleMs)
        return { page: await renderOnce(key, render), from: 'render' }
      if (ageMs > freshMs) renderOnce(key, render).catch(onError)
      return { page: cached, from: ageMs > freshMs ? 'stale' : 'cache' }
    },

    clear(): void {
      generation++
      rendering.clear()
      pages.clear()
    },

    /** Invalidates every cached variant of these paths and routes. Returns the number of removed pages. */
    refresh(paths: string[]): number {
      if (paths.length === 0) return 0
      const patterns = paths.map(pathPattern)
      generation++
      rendering.clear()
      let removed = 0
      for (const key of pages.keys()) {
        const path = pagePathOf(key.split('?')[0] ?? key)
        if (patterns.some((pattern) => pattern.test(path)) && pages.delete(key)) removed++
      }
      return removed
    },
  }
}
