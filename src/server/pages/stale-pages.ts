// A page that went stale is forgotten here at once, and in every other process through the database.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { PageCache } from './page-cache.ts'

const channel = 'stale_pages'
const listenAgainAfterMs = 1_000

/** Answers how many cached pages this process forgot. */
export type RefreshPages = (paths: string[]) => Promise<number>

export function pageRefresher(db: Db, cache: PageCache | null): RefreshPages {
  return async (paths) => {
    const forgotten = cache?.refresh(paths) ?? 0
    await sql`select pg_notify(${channel}, ${paths.join('\n')})`.execute(db)
    return forgotten
  }
}

/** Listens on a connection of its own, and comes back when that breaks. */
export function listenForStalePages(
  databaseUrl: string,
  cache: PageCache,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let current: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  let stopped = false

  function listen(): void {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    current = client
    // A connection that breaks says so more than once: whoever listens no more would end the process.
    client.on('error', (error) => loseConnection(client, error))
    client.on('notification', ({ payload }) => {
      if (payload) cache.refresh(payload.split('\n'))
    })
    follow(client).catch((error: unknown) => loseConnection(client, error))
  }

  async function follow(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`listen ${channel}`)
    // What went stale while nobody listened was not heard of.
    cache.clear()
  }

  function loseConnection(client: pg.Client, error: unknown): void {
    if (stopped || client !== current) return
    current = null
    log.warn({ err: error }, 'page news are interrupted')
    void hangUp(client)
    again = setTimeout(listen, listenAgainAfterMs)
  }

  function hangUp(client: pg.Client): Promise<void> {
    return client.end().catch((error: unknown) => log.debug({ err: error }, 'was hung up already'))
  }

  listen()
  return {
    async stop() {
      stopped = true
      clearTimeout(again)
      if (current) await hangUp(current)
    },
  }
}
