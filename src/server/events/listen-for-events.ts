// The events of all processes, for the subscribers of this one; a broken connection is replaced by a new one.

import type { FastifyBaseLogger } from 'fastify'
import { openEventConnection } from './event-connection.ts'
import { siteEventSchema, type SiteEvent } from './site-events.ts'

type Subscriber = {
  onEvent: (event: SiteEvent) => void
  /** Events may have been lost: until now there was no connection. */
  onMissed: () => void
}

export type SiteEvents = {
  /** The first subscriber opens the connection. Returns how to unsubscribe. */
  subscribe: (subscriber: Subscriber) => () => void
  stop: () => Promise<void>
}

const minPauseMs = 500
const maxPauseMs = 30_000

export function listenForEvents(databaseUrl: string, log: FastifyBaseLogger): SiteEvents {
  const subscribers = new Set<Subscriber>()
  let connection: { close: () => Promise<void> } | null = null
  let again: NodeJS.Timeout | undefined
  let pauseMs = minPauseMs

  function connect(): void {
    connection = openEventConnection(databaseUrl, log, {
      onListening() {
        pauseMs = minPauseMs
        for (const { onMissed } of subscribers) onMissed()
      },
      onPayload: deliver,
      onBroken(error) {
        log.warn({ err: error }, 'the connection for events is broken')
        // Random, so that many processes do not connect at the same moment.
        again = setTimeout(connect, pauseMs * (0.5 + Math.random() / 2))
        pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      },
    })
  }

  function deliver(payload: string): void {
    const event = siteEventSchema.safeParse(parseJson(payload))
    // Another version of the app may run on the same database.
    if (!event.success) return log.warn('an unknown event was ignored')
    for (const { onEvent } of subscribers) onEvent(event.data)
  }

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      if (connection === null) connect()
      return () => void subscribers.delete(subscriber)
    },
    async stop() {
      clearTimeout(again)
      await connection?.close()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
