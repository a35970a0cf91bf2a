// Which requests of a page have not been answered. The browser's own network idle is reached once in a document: later
// waits for it would end at once.

import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** Longer than a page takes between a response and the request that it leads to; it was idle since, too. */
const quietMs = 200

/** They end with the page only. */
const endless = new Set(['eventsource', 'media'])

type Requests = { running: Set<Request>; changedAt: number }

const requestsOfPages = new WeakMap<Page, Requests>()

/** For every page that the visitor opens. */
export function watchRequests(visitor: BrowserContext): void {
  visitor.on('page', (page) => {
    const requests: Requests = { running: new Set(), changedAt: performance.now() }
    requestsOfPages.set(page, requests)
    const change = (request: Request, isRunning: boolean) => {
      if (endless.has(request.resourceType())) return
      if (isRunning) requests.running.add(request)
      else requests.running.delete(request)
      requests.changedAt = performance.now()
    }
    page.on('request', (request) => change(request, true))
    page.on('requestfinished', (request) => change(request, false))
    page.on('requestfailed', (request) => change(request, false))
  })
}

/**
 * Waits until all requests of a page have been answered and the page has nothing more to do.
 * @throws after `hangMs`, with the requests that have not been answered
 */
export async function requestsAnswered(page: Page, hangMs: number): Promise<void> {
  const requests = requestsOfPages.get(page)
  if (requests === undefined) throw new Error('The requests of this page are not watched.')
  const endAt = performance.now() + hangMs
  for (let leftMs = quietMs; leftMs > 0; leftMs = quietIn(requests)) {
    await pause(leftMs)
    // Not `evaluate`: a navigation may replace the document meanwhile.
    await page.waitForFunction(pageIsIdle)
    if (performance.now() < endAt) continue
    const addresses = [...requests.running].map((request) => request.url())
    throw new Error(`The page goes on requesting: ${addresses.join(', ')}`)
  }
}

/** In milliseconds; not positive once it has been quiet for long enough. */
function quietIn({ running, changedAt }: Requests): number {
  return running.size > 0 ? quietMs : changedAt + quietMs - performance.now()
}

/** In the page. Chromium may not say that it is idle until it has drawn a frame. */
function pageIsIdle(): Promise<true> {
  return new Promise((resolve) => {
    // After those of the page (src/web/ui/when-idle.ts), also where something always moves.
    requestAnimationFrame(() => requestIdleCallback(() => resolve(true), { timeout: 2_500 }))
  })
}
