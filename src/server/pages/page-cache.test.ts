import { expect, test } from 'vitest'
import { cachePage, type CachedPage } from './finished-page.ts'
import { openPageCache } from './page-cache.ts'

const ignore = () => {}

type Shown = { status?: number; headers?: [string, string][]; body?: string; renderedAt?: number }

const createPage = ({
  status = 200,
  headers = [],
  body = '',
  renderedAt = 0,
}: Shown): CachedPage => ({
  ...cachePage({ status, headers, body }),
  renderedAt,
})
const textOf = ({ body }: CachedPage) => body.bytes.toString()

function counting(now: () => number) {
  let renders = 0
  return {
    count: () => renders,
    render: async (): Promise<CachedPage> => {
      renders++
      return createPage({ body: `page ${renders}`, renderedAt: now() })
    },
  }
}

test('a page is rendered once for concurrent requests, and again when it is stale', async () => {
  let clock = 0
  const cache = openPageCache(() => clock)
  const { render, count } = counting(() => clock)

  const many = await Promise.all([1, 2, 3].map(() => cache.read('/tracks', render, ignore)))
  expect(many.map(({ page }) => textOf(page))).toEqual(['page 1', 'page 1', 'page 1'])

  clock = 59_000
  expect((await cache.read('/tracks', render, ignore)).from).toBe('cache')
  clock = 61_000
  const stale = await cache.read('/tracks', render, ignore)
  expect([stale.from, textOf(stale.page), count()]).toEqual(['stale', 'page 1', 2])
  // The background rendering completes before the clock advances.
  await expect.poll(async () => (await cache.read('/tracks', render, ignore)).from).toBe('cache')
  clock = 500_000
  expect(textOf((await cache.read('/tracks', render, ignore)).page)).toBe('page 3')
})

test('refreshing a path invalidates its page, its data and every variant by parameters', async () => {
  const cache = openPageCache(() => 0)
  const { render } = counting(() => 0)
  for (const key of ['/tracks', '/tracks?page=2', '/tracks.data', '/_root.data', '/']) {
    await cache.read(key, render, ignore)
  }

  expect(cache.refresh(['/tracks'])).toBe(3)
  expect(cache.refresh(['/'])).toBe(2)
})

test('a page that was being rendered during a refresh is not cached', async () => {
  const cache = openPageCache(() => 0)
  let finish: (page: CachedPage) => void = ignore
  const slow = cache.read('/tracks', () => new Promise((resolve) => (finish = resolve)), ignore)
  cache.refresh(['/tracks'])
  finish(createPage({ body: 'old', renderedAt: 0 }))
  await slow

  const { render } = counting(() => 0)
  expect(textOf((await cache.read('/tracks', render, ignore)).page)).toBe('page 1')
})

test.each([
  ['was never rendered', 0],
  ['is stale', 61_000],
  ['has expired', 361_000],
])('a hot page that %s is rendered once for 500 concurrent requests', async (_state, ageMs) => {
  let clock = 0
  const cache = openPageCache(() => clock)
  const { render, count } = counting(() => clock)
  if (ageMs > 0) await cache.read('/tracks', render, ignore)
  const before = count()
  clock = ageMs

  const requests = Array.from({ length: 500 }, () => cache.read('/tracks', render, ignore))

  expect(new Set((await Promise.all(requests)).map(({ page }) => textOf(page))).size).toBe(1)
  expect(count() - before).toBe(1)
})

test('a page that was being rendered during a refresh of another page is cached', async () => {
  const cache = openPageCache(() => 0)
  let finish: (page: CachedPage) => void = ignore
  const slow = cache.read('/tracks', () => new Promise((resolve) => (finish = resolve)), ignore)
  cache.refresh([`/tracks/${'0'.repeat(36)}`])
  finish(createPage({ body: 'new', renderedAt: 0 }))
  await slow

  const { render } = counting(() => 0)
  expect(await cache.read('/tracks', render, ignore)).toMatchObject({ from: 'cache' })
})

test('any number of variants leaves the pages without parameters in the cache', async () => {
  const cache = openPageCache(() => 0)
  const body = 'x'.repeat(100_000)
  let renders = 0
  const render = async () => {
    renders++
    return createPage({ body, renderedAt: 0 })
  }
  for (const key of ['/', '/tracks']) await cache.read(key, render, ignore)
  for (let page = 0; page < 1_000; page++) {
    await cache.read(`/tracks?page=${page}`, render, ignore)
    await cache.read(`/tracks.data?_routes=${page}`, render, ignore)
  }
  renders = 0
  for (const key of ['/', '/tracks', '/tracks?page=999']) await cache.read(key, render, ignore)
  expect(renders).toBe(0)
  await cache.read('/tracks?page=0', render, ignore)
  expect(renders).toBe(1)
})

test('an error page is never cached', async () => {
  const cache = openPageCache(() => 0)
  const missing = async () => createPage({ status: 404, body: 'missing', renderedAt: 0 })
  await cache.read('/tracks/1', missing, ignore)
  expect((await cache.read('/tracks/1', missing, ignore)).from).toBe('render')
})

test('a page that asks not to be stored is not, and concurrent requests still share it', async () => {
  const cache = openPageCache(() => 0)
  let renders = 0
  const render = async () => {
    renders++
    return createPage({ headers: [['cache-control', 'no-store']] })
  }
  await Promise.all([1, 2].map(() => cache.read('/tracks', render, ignore)))
  expect(renders).toBe(1)
  expect((await cache.read('/tracks', render, ignore)).from).toBe('render')
})
