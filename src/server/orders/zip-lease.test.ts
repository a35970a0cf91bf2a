import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/db/client.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { withZipLease } from './zip-lease.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const emptyApp = emptiedTestApp()

/** Each process has its own connections. */
function openProcess(app: TestApp) {
  const database = connect(app.databaseUrl, {
    maxConnections: 2,
    requestTimeoutMs: 20_000,
    publicReadMs: 20_000,
    waitMs: 15_000,
    onIdleError: () => undefined,
  })
  const deps = { db: database.db, log: app.http.log }
  return {
    /** A download that lasts until `end` is called. */
    async begin(userId: string) {
      const [hasBegun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ended = withZipLease(deps, userId, () => {
        hasBegun.resolve()
        return ending.promise
      })
      await Promise.race([hasBegun.promise, ended])
      return {
        async end() {
          ending.resolve()
          await ended
        },
      }
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

const isBusy = { code: 'downloads_in_progress' }

test('in two processes a customer has one lease, and another customer has one, too', async () => {
  const app = await emptyApp()
  const [mia, tom] = [await createUser(app), await createUser(app)]
  await using first = openProcess(app)
  await using second = openProcess(app)
  const download = await first.begin(mia.id)
  await expect(second.begin(mia.id)).rejects.toMatchObject(isBusy)
  await expect(first.begin(mia.id)).rejects.toMatchObject(isBusy)
  const other = await second.begin(tom.id)
  await download.end()
  const next = await second.begin(mia.id)
  await expect(first.begin(mia.id)).rejects.toMatchObject(isBusy)
  await Promise.all([next.end(), other.end()])
})

test('of twenty simultaneous downloads one begins', async () => {
  const app = await emptyApp()
  const mia = await createUser(app)
  await using process = openProcess(app)
  const begun = await Promise.allSettled(Array.from({ length: 20 }, () => process.begin(mia.id)))
  const downloads = begun.filter((one) => one.status === 'fulfilled')
  expect(downloads).toHaveLength(1)
  await downloads[0]?.value.end()
})

test('the lease of a killed process ends by itself; a download that was only slow to end does not end the next one', async () => {
  const app = await emptyApp()
  const mia = await createUser(app)
  await using first = openProcess(app)
  await using second = openProcess(app)
  const slow = await first.begin(mia.id)
  await sql`update zip_downloads set held_until = now() - interval '1 second'`.execute(app.db)
  const next = await second.begin(mia.id)
  await slow.end()
  await expect(first.begin(mia.id)).rejects.toMatchObject(isBusy)
  await next.end()
})

test('a lease lasts as long as its download', async () => {
  const app = await emptyApp()
  const mia = await createUser(app)
  await using process = openProcess(app)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const download = await process.begin(mia.id)
  await sql`update zip_downloads set held_until = now() + interval '1 second'`.execute(app.db)
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await eventually(async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from held_until - now())::float8 as seconds from zip_downloads
    `.execute(app.db)
    expect(rows[0]?.seconds).toBeGreaterThan(10)
  })
  await download.end()
})

test('a download that fails ends its lease', async () => {
  const app = await emptyApp()
  const mia = await createUser(app)
  const deps = { db: app.db, log: app.http.log }
  const failing = withZipLease(deps, mia.id, () => Promise.reject(new Error('gone')))
  await expect(failing).rejects.toThrow('gone')
  await using process = openProcess(app)
  await (await process.begin(mia.id)).end()
})
