// Waits for the events that the database delivers to a process, in the order in which they were committed.

import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import { publish } from '#server/events/site-events.ts'

/** Publishes an event of its own until it arrives: the process may not listen yet. */
export async function eventsArrived(db: Db, events: SiteEvents): Promise<void> {
  const path = `/${randomUUID()}`
  const arrived = Promise.withResolvers<true>()
  const unsubscribe = events.subscribe({
    onEvent: (event) =>
      event.name === 'pageOutdated' && event.path === path && arrived.resolve(true),
    onMissed: () => {},
  })
  const publishOnce = () =>
    db.transaction().execute((tx) => publish(tx, { name: 'pageOutdated', path }))
  do await publishOnce()
  while (!(await Promise.race([arrived.promise, pause(50)])))
  unsubscribe()
}

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false))
}
