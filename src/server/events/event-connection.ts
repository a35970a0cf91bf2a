// One connection on which PostgreSQL delivers the events of all processes, until it breaks.

import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { eventChannel } from './site-events.ts'

type Handlers = {
  onListening: () => void
  onPayload: (payload: string) => void
  /** Called once, and not after `close`. */
  onBroken: (error: unknown) => void
}

/** A connection can be dead without an error: then a query gets no response. */
const checkEveryMs = 30_000
const timeoutMs = 10_000

export function openEventConnection(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { onListening, onPayload, onBroken }: Handlers,
): { close: () => Promise<void> } {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'undersong-events',
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  let isOpen = true
  let check: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    await client.connect()
    await client.query(`listen ${eventChannel}`)
    onListening()
    checkLater()
  }

  function checkLater(): void {
    if (isOpen)
      check = setTimeout(() => void client.query('select').then(checkLater, fail), checkEveryMs)
  }

  function fail(error: unknown): void {
    if (!isOpen) return
    void close()
    onBroken(error)
  }

  function close(): Promise<void> {
    isOpen = false
    clearTimeout(check)
    return client.end().catch((error: unknown) => log.debug({ err: error }, 'was closed already'))
  }

  // A broken connection emits several errors; without a listener each would end the process.
  client.on('error', fail)
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  listen().catch(fail)
  return { close }
}
