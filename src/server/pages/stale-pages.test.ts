import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openScene, type Scene } from '../../../tests/support/scene.ts'
import { cachePage } from './finished-page.ts'
import { openPageCache, type PageCache } from './page-cache.ts'
import { listenForStalePages, pageRefresher } from './stale-pages.ts'

test('a page refreshed by one process is forgotten by the others', async () => {
  await using scene = await openScene()
  const cache = openPageCache()
  const news = listenForStalePages(scene.databaseUrl, cache, scene.http.log)
  await ears(scene)
  await keep(cache, '/tracks', 'old')

  await pageRefresher(scene.db, null)(['/tracks'])

  await expect.poll(() => keep(cache, '/tracks', 'new')).toBe('new')
  await news.stop()
})

test('a broken connection is opened again, and what went stale meanwhile is forgotten', async () => {
  await using scene = await openScene()
  const cache = openPageCache()
  const news = listenForStalePages(scene.databaseUrl, cache, scene.http.log)
  const [first] = await ears(scene)
  await keep(cache, '/tracks', 'old')

  await sql`select pg_terminate_backend(${first})`.execute(scene.db)
  await pageRefresher(scene.db, null)(['/tracks'])

  await expect.poll(() => ears(scene)).not.toContain(first)
  await expect.poll(() => keep(cache, '/tracks', 'new')).toBe('new')
  await keep(cache, '/', 'old')
  await pageRefresher(scene.db, null)(['/'])
  await expect.poll(() => keep(cache, '/', 'new')).toBe('new')
  await news.stop()
})

/** The database's processes that wait for news, as soon as there are some. */
async function ears(scene: Scene): Promise<number[]> {
  const listening = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query = 'listen stale_pages' and state = 'idle'`
  return vi.waitFor(
    async () => {
      const { rows } = await listening.execute(scene.db)
      if (rows.length === 0) throw new Error('Nobody listens.')
      return rows.map(({ pid }) => pid)
    },
    { timeout: 20_000 },
  )
}

/** Answers what the cache shows for a path, `body` if it kept nothing. */
async function keep(cache: PageCache, path: string, body: string): Promise<string> {
  const render = async () => cachePage({ status: 200, headers: [], body })
  const { page } = await cache.read(path, render, () => {})
  return page.body.bytes.toString()
}
