import { expect, test } from 'vitest'
import type { Page } from '#contracts/page-seam.ts'
import { openRenderLimit } from './render-limit.ts'

const page: Page = { status: 200, headers: [], body: 'a page' }

test('four pages are rendered at once, sixty wait, and further ones get a 503 at once', async () => {
  const limited = openRenderLimit()
  const started: (() => void)[] = []
  const render = () => new Promise<Page>((resolve) => started.push(() => resolve(page)))

  const accepted = Array.from({ length: 64 }, () => limited(render))
  expect(started).toHaveLength(4)
  const refused = await limited(render)
  expect(refused).toMatchObject({
    status: 503,
    body: expect.stringContaining('try again in a moment'),
  })
  // The link's address is that of the page itself.
  expect(refused.body).toContain('<a href="">Try again</a>')
  expect(refused.body).not.toContain('http-equiv')

  for (let at = 0; at < 64; at++) {
    started[at]?.()
    await accepted[at]
  }
  expect(started).toHaveLength(64)
  expect(await Promise.all(accepted)).toEqual(accepted.map(() => page))
})

test('a page that is asked for just when another is finished does not go before those that wait', async () => {
  const limited = openRenderLimit()
  const started: (() => void)[] = []
  const render = () => new Promise<Page>((resolve) => started.push(() => resolve(page)))
  const accepted = Array.from({ length: 5 }, () => limited(render))

  started[0]?.()
  await Promise.resolve()
  accepted.push(limited(render))
  await accepted[0]
  // One is finished and four are rendered; the newest waits.
  expect(started).toHaveLength(5)

  for (let at = 1; at < 6; at++) {
    started[at]?.()
    await accepted[at]
  }
})

test('after a page that fails the next one is rendered', async () => {
  const limited = openRenderLimit()
  const failing = Array.from({ length: 10 }, () =>
    limited(() => Promise.reject(new Error('the page broke'))).catch(() => 'failed'),
  )
  expect(await Promise.all(failing)).toEqual(failing.map(() => 'failed'))
  expect(await limited(async () => page)).toBe(page)
})
