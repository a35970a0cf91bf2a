// The public pages that a change concerns are rendered anew: in this process and in every other one.

import type { Db } from '#server/db/client.ts'
import { effectsOf } from '#server/events/event-effects.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import { publish } from '#server/events/site-events.ts'
import type { PageCache } from './page-cache.ts'

export function refreshStalePages(events: SiteEvents, cache: PageCache): void {
  events.subscribe({
    onEvent: (event) => {
      const { pages = [], showing = [] } = effectsOf(event)
      cache.refresh(pages, showing)
    },
    onMissed: () => cache.clear(),
  })
}

/** In this process at once. Returns the number of pages that it removed. */
export async function refreshPage(db: Db, cache: PageCache | null, path: string): Promise<number> {
  const removed = cache?.refresh([path]) ?? 0
  await db.transaction().execute((tx) => publish(tx, { name: 'pageOutdated', path }))
  return removed
}
