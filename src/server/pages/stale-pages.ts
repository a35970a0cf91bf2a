// Invalidates a stale page in this process at once, and in every other process through the database.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { PageCache } from './page-cache.ts'

const channel = 'stale_pages'
const reconnectAfterMs = 1_000

/** Returns the number of pages that this process removed from its cache. */
export type RefreshPages = (paths: string[]) => Promise<number>

export function pageRefresher(db: Db, cache: PageCache | null): RefreshPages {
  return async (paths) => {
    const removed = cache?.refresh(paths) ?? 0
    await sql`select pg_notify(${channel}, ${paths.join('\n')})`.execute(db)
    return removed
  }
}

/** Listens on a connection of its own, and reconnects when that is lost. */
export function listenForStalePages(
  databaseUrl: string,
  cache: PageCache,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let current: pg.Client | null = null
  let reconnectTimer: NodeJS.Timeout | undefined
  let stopped = false

  function listen(): void {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    current = client
    // A broken connection may emit several errors; an error without a listener would end the process.
    client.on('error', (error) => loseConnection(client, error))
    client.on('notification', ({ payload }) => {
      if (payload) cache.refresh(payload.split('\n'))
    })
    startListening(client).catch((error: unknown) => loseConnection(client, error))
  }

  async function startListening(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`listen ${channel}`)
    // Notifications sent while this process did not listen are lost.
    cache.clear()
  }

  function loseConnection(client: pg.Client, error: unknown): void {
    if (stopped || client !== current) return
    current = null
    log.warn({ err: error }, 'page news are interrupted')
    void disconnect(client)
    reconnectTimer = setTimeout(listen, reconnectAfterMs)
  }

  function disconnect(client: pg.Client): Promise<void> {
    return client.end().catch((error: unknown) => log.debug({ err: error }, 'was hung up already'))
  }

  listen()
  return {
    async stop() {
      stopped = true
      clearTimeout(reconnectTimer)
      if (current) await disconnect(current)
    },
  }
}
