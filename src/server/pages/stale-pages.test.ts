import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { cachePage } from './finished-page.ts'
import { openPageCache, type PageCache } from './page-cache.ts'
import { listenForStalePages, pageRefresher } from './stale-pages.ts'

test('a page refreshed by one process is invalidated in the others', async () => {
  await using app = await createTestApp()
  const cache = openPageCache()
  const listener = listenForStalePages(app.databaseUrl, cache, app.http.log)
  await waitForListeners(app)
  await readThrough(cache, '/tracks', 'old')

  await pageRefresher(app.db, null)(['/tracks'])

  await expect.poll(() => readThrough(cache, '/tracks', 'new')).toBe('new')
  await listener.stop()
})

test('after a lost connection the listener reconnects, and pages that became stale meanwhile are invalidated', async () => {
  await using app = await createTestApp()
  const cache = openPageCache()
  const listener = listenForStalePages(app.databaseUrl, cache, app.http.log)
  const [first] = await waitForListeners(app)
  await readThrough(cache, '/tracks', 'old')

  await sql`select pg_terminate_backend(${first})`.execute(app.db)
  await pageRefresher(app.db, null)(['/tracks'])

  await expect.poll(() => waitForListeners(app)).not.toContain(first)
  await expect.poll(() => readThrough(cache, '/tracks', 'new')).toBe('new')
  await readThrough(cache, '/', 'old')
  await pageRefresher(app.db, null)(['/'])
  await expect.poll(() => readThrough(cache, '/', 'new')).toBe('new')
  await listener.stop()
})

/** Waits for database processes that listen for stale pages, and returns their ids. */
async function waitForListeners(app: TestApp): Promise<number[]> {
  const listening = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query = 'listen stale_pages' and state = 'idle'`
  return vi.waitFor(
    async () => {
      const { rows } = await listening.execute(app.db)
      if (rows.length === 0) throw new Error('No process listens.')
      return rows.map(({ pid }) => pid)
    },
    { timeout: 20_000 },
  )
}

/** Returns the cached body of a path, or `body` if nothing was cached. */
async function readThrough(cache: PageCache, path: string, body: string): Promise<string> {
  const render = async () => cachePage({ status: 200, headers: [], body })
  const { page } = await cache.read(path, render, () => {})
  return page.body.bytes.toString()
}
