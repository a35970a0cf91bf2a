// Public pages are the same for everyone: rendered once, kept 60 s, served stale up to 300 s more while a new one is made.

import { LRUCache } from 'lru-cache'
import type { CachedPage } from './finished-page.ts'

const freshMs = 60_000
const staleMs = 300_000
const largestCacheBytes = 64 * 1024 * 1024

export type PageCache = ReturnType<typeof openPageCache>

export function openPageCache(now: () => number = Date.now) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: largestCacheBytes,
    // Compressed, it is there twice more, each time about a quarter as long.
    sizeCalculation: (page) => Math.ceil(page.body.bytes.length * 1.5) + 2000,
  })
  const rendering = new Map<string, Promise<CachedPage>>()
  let generation = 0

  /** Many visitors at once wait for one rendering. */
  function renderOnce(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
    const pending = rendering.get(key)
    if (pending) return pending
    const startedIn = generation
    const made = render()
      .then((page) => {
        // What was begun before a refresh may show the old state: it is served, but not kept.
        if (page.status === 200 && startedIn === generation) pages.set(key, page)
        return page
      })
      .finally(() => {
        if (rendering.get(key) === made) rendering.delete(key)
      })
    rendering.set(key, made)
    return made
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

    /** Forgets every cached form of these paths. Answers how many pages that were. */
    refresh(paths: string[]): number {
      generation++
      rendering.clear()
      let forgotten = 0
      for (const key of pages.keys()) {
        const path = key.split('?')[0] ?? key
        if (paths.includes(path) || paths.includes(path.replace(/(\/_root)?\.data$/, '') || '/')) {
          if (pages.delete(key)) forgotten++
        }
      }
      return forgotten
    },
  }
}
