// One app for the tests of a file: `const sharedApp = sharedTestApp()`, for those that need only users and tracks of their
// own, `const emptyApp = emptiedTestApp()` for those that read all there is or move the clock.

import { afterAll } from 'vitest'
import { removeJobs } from './queued-jobs.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/**
 * Each test that shares it calls `const app = await sharedApp()`: the first call opens the app, and it is closed after
 * the last test of the file. Whatever a test sends comes from an address of its own, because limits count by address, and
 * the jobs that the tests before have queued are gone: they would take its time, and their emails be among its own.
 */
export function sharedTestApp(
  ...options: Parameters<typeof createTestApp>
): () => Promise<TestApp> {
  let opened: Promise<TestApp> | null = null
  let sharing = 0
  afterAll(async () => {
    const app = await opened
    await app?.[Symbol.asyncDispose]()
  })
  return async () => {
    opened ??= createTestApp(...options)
    const app = await opened
    await removeJobs(app.db)
    sharing++
    const remoteAddress = `10.0.${Math.floor(sharing / 256)}.${sharing % 256}`
    return { ...app, call: (route, call) => app.call(route, { remoteAddress, ...call }) }
  }
}

/** For tests that read all there is: each finds the app as if it had just been opened. It is closed after the last one. */
export function emptiedTestApp(
  ...options: Parameters<typeof createTestApp>
): () => Promise<TestApp> {
  const apps = openEmptiedApps(...options)
  afterAll(() => apps[Symbol.asyncDispose]())
  return apps.next
}

/** `next` empties the app that is open; where that is not possible, it opens another one. */
export function openEmptiedApps(...options: Parameters<typeof createTestApp>) {
  let app: TestApp | null = null
  const close = async () => {
    await app?.[Symbol.asyncDispose]()
    app = null
  }
  return {
    async next(): Promise<TestApp> {
      if (app !== null && (await app.empty())) return app
      await close()
      app = await createTestApp(...options)
      return app
    },
    [Symbol.asyncDispose]: close,
  }
}
