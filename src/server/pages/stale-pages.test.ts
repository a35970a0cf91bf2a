import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { cachePage } from './finished-page.ts'
import { openPageCache, type PageCache } from './page-cache.ts'
import { listenForStalePages, pageRefresher } from './stale-pages.ts'

test('a page refreshed by one process is forgotten by the others', async () => {
  await using app = await createTestApp()
  const cache = openPageCache()
  const news = listenForStalePages(app.databaseUrl, cache, app.http.log)
  await ears(app)
  await fill(cache, '/tracks', 'old')

  await pageRefresher(app.db, null)(['/tracks'])

  await expect.poll(() => fill(cache, '/tracks', 'new')).toBe('new')
  await news.stop()
})

test('a broken connection is opened again, and what went stale meanwhile is forgotten', async () => {
  await using app = await createTestApp()
  const cache = openPageCache()
  const news = listenForStalePages(app.databaseUrl, cache, app.http.log)
  const [first] = await ears(app)
  await fill(cache, '/tracks', 'old')

  await sql`select pg_terminate_backend(${first})`.execute(app.db)
  await pageRefresher(app.db, null)(['/tracks'])

  await expect.poll(() => ears(app)).not.toContain(first)
  await expect.poll(() => fill(cache, '/tracks', 'new')).toBe('new')
  await fill(cache, '/', 'old')
  await pageRefresher(app.db, null)(['/'])
  await expect.poll(() => fill(cache, '/', 'new')).toBe('new')
  await news.stop()
})

/** The database's processes that wait for news, as soon as there are some. */
async function ears(app: TestApp): Promise<number[]> {
  const listening = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query = 'listen stale_pages' and state = 'idle'`
  return vi.waitFor(
    async () => {
      const { rows } = await listening.execute(app.db)
      if (rows.length === 0) throw new Error('Nobody listens.')
      return rows.map(({ pid }) => pid)
    },
    { timeout: 20_000 },
  )
}

/** Answers what the cache shows for a path, `body` if it kept nothing. */
async function fill(cache: PageCache, path: string, body: string): Promise<string> {
  const render = async () => cachePage({ status: 200, headers: [], body })
  const { page } = await cache.read(path, render, () => {})
  return page.body.bytes.toString()
}
