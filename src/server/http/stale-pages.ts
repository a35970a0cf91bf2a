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
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  let stopped = false

  async function listen(): Promise<void> {
    client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', (error) => retry(error))
    client.on('notification', ({ payload }) => {
      if (payload) cache.refresh(payload.split('\n'))
    })
    await client.connect()
    await client.query(`listen ${channel}`)
  }

  function listenOrRetry(): void {
    listen().catch(retry)
  }

  function retry(error: unknown): void {
    if (stopped) return
    log.warn({ err: error }, 'page news are interrupted')
    client?.removeAllListeners()
    clearTimeout(again)
    again = setTimeout(listenOrRetry, listenAgainAfterMs)
  }

  listenOrRetry()
  return {
    async stop() {
      stopped = true
      clearTimeout(again)
      await client?.end().catch(() => undefined)
    },
  }
}
