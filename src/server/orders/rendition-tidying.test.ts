import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { renditionJobs } from './rendition-jobs.ts'

const emptyApp = emptiedTestApp()

const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60_000)

/** Unused for longer than they are kept. */
async function createUnused(app: TestApp, tracks: number): Promise<void> {
  const { id: artistId } = await createUser(app, { role: 'artist' })
  for (let at = 0; at < tracks; at++) {
    const { id: trackId } = await createTrack(app.db, { artistId })
    const rows = (['mp3', 'wav'] as const).map((format) => ({
      track_id: trackId,
      format,
      status: 'ready' as const,
      storage_key: `renditions/${randomUUID()}.${format}`,
      bytes: 10,
      sha256: 'aa',
      requested_by: [artistId],
      used_at: longAgo,
    }))
    await app.db.insertInto('renditions').values(rows).execute()
  }
}

const countRows = async ({ db }: TestApp) =>
  (await db.selectFrom('renditions').select('track_id').execute()).length

/** The job with a storage of its own, and with a count of its statements. */
function openTidying(app: TestApp, storage: Partial<Storage>) {
  const statements: string[] = []
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const abort = new AbortController()
  const jobs = renditionJobs({
    ...app,
    db: app.db.withPlugin(counter),
    storage: { ...app.storage, ...storage },
    renderer: { render: () => Promise.reject(new Error('Nothing is rendered.')) },
  })
  const context = { log: app.http.log, signal: abort.signal, isLastAttempt: false }
  return { abort, statements, run: async () => jobs.tidy_renditions?.({}, context) }
}

test('unused renditions are removed in batches, and the job ends after one when it is told to', async () => {
  const app = await emptyApp()
  await createUnused(app, 60)
  const removed: string[] = []
  const tidying = openTidying(app, {
    remove: async (key) => {
      removed.push(key)
      tidying.abort.abort()
    },
  })
  await tidying.run()
  // Of each row that is gone, the file is gone, too.
  expect([removed.length, await countRows(app)]).toEqual([100, 20])

  const next = openTidying(app, { remove: async (key) => void removed.push(key) })
  await next.run()
  expect([new Set(removed).size, await countRows(app)]).toEqual([120, 0])
})

test('leftover files are looked up together, and the job ends when it is told to', async () => {
  const app = await emptyApp()
  await app.db
    .updateTable('migrations' as never)
    .set({ applied_at: new Date(0) })
    .execute()
  const files = Array.from({ length: 250 }, (_, at) => `renditions/${at}.mp3`)
  const removed: string[] = []
  const list: Storage['list'] = async function* listFiles() {
    for (const key of files) yield { key, writtenAt: longAgo }
  }
  const tidying = openTidying(app, { list, remove: async (key) => void removed.push(key) })
  await tidying.run()
  expect(removed).toEqual(files)
  expect(tidying.statements.length).toBeLessThan(12)

  removed.length = 0
  const told = openTidying(app, { list, remove: async (key) => void removed.push(key) })
  told.abort.abort()
  await told.run()
  expect(removed).toEqual([])
})
