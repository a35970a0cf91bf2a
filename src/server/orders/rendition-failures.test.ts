import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { StorageFull } from '#server/gateways/storage/storage.ts'
import { failJobsForGood, removeJobs } from '../../../tests/support/queued-jobs.ts'
import {
  askForRendition,
  cannedRenderer,
  openLibrary,
  queuedJobs,
  rendered,
  stateOf,
  storedKeys,
} from '../../../tests/support/owned/renditions.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('a full disk, a broken recording and failed attempts are told to the customer; only the last is final', async () => {
  const { renderer, runs, fail } = cannedRenderer()
  let freeBytes = Number.POSITIVE_INFINITY
  await using app = await createTestApp({ renderer })
  app.storage.freeBytes = async () => freeBytes
  const { mia, id } = await openLibrary(app)

  freeBytes = 1024 ** 3
  expect((await askForRendition(app, mia, id)).json()).toMatchObject({ code: 'storage_full' })
  freeBytes = Number.POSITIVE_INFINITY
  const put = app.storage.put.bind(app.storage)
  app.storage.put = () => Promise.reject(new StorageFull(new Error('ENOSPC')))
  await askForRendition(app, mia, id)
  await app.work()
  const full = await stateOf(app, mia, id)
  expect(full).toMatchObject({ state: 'refused', canBeRequested: true })
  expect(full.reason).toContain('no room')
  app.storage.put = put

  fail(new Error('The engine crashed.'))
  await askForRendition(app, mia, id)
  for (let attempt = 0; attempt < 3; attempt++) {
    await app.work()
    await app.letTimePass()
  }
  expect(runs).toHaveLength(4)
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'refused', canBeRequested: true })

  fail(new AudioRefused('audio_broken'))
  await askForRendition(app, mia, id)
  await app.work()
  const broken = await stateOf(app, mia, id)
  expect(broken).toMatchObject({ state: 'refused', canBeRequested: false })
  fail(null)
  expect((await askForRendition(app, mia, id)).json()).toEqual(broken)
  expect(await queuedJobs(app)).toBe(0)
  expect(await storedKeys(app)).toEqual([])
})

test('a killed job leaves neither file nor row that waits for ever; unused renditions are removed, and made again', async () => {
  const { renderer, runs } = cannedRenderer()
  await using app = await createTestApp({ renderer })
  const { mia, id } = await openLibrary(app)
  const tidy = async () => {
    await sql`select graphile_worker.add_job('tidy_renditions', '{}'::json)`.execute(app.db)
    await app.work()
  }
  await askForRendition(app, mia, id)
  await failJobsForGood(app.db)
  await removeJobs(app.db, 'make_rendition')
  await tidy()
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'refused', canBeRequested: true })

  // As after a kill between storing the file and writing its row.
  const orphan = `renditions/${randomUUID()}.mp3`
  const young = `renditions/${randomUUID()}.mp3`
  for (const key of [orphan, young]) {
    const body = Readable.from([rendered])
    await app.storage.put(key, body, { maxBytes: 9_000, contentType: 'audio/mpeg' })
  }
  await sql`update migrations set applied_at = now() - interval '1 day'`.execute(app.db)
  const list = app.storage.list.bind(app.storage)
  app.storage.list = async function* listAged(folder) {
    for await (const file of list(folder)) {
      const isOld = file.key !== young
      yield isOld ? { ...file, writtenAt: new Date(Date.now() - 2 * 3_600_000) } : file
    }
  }
  await askForRendition(app, mia, id)
  await app.work()
  const { storage_key: key } = await app.db
    .selectFrom('renditions')
    .select('storage_key')
    .executeTakeFirstOrThrow()
  await tidy()
  expect((await storedKeys(app)).toSorted()).toEqual([String(key), young].toSorted())

  const age = (days: number) =>
    sql`update renditions set used_at = now() - make_interval(days => ${days})`.execute(app.db)
  await age(29)
  await app.call(`GET /api/proxy/my-tracks/${id}/stream?format=mp3`, { as: mia })
  await sql`update renditions set used_at = used_at - interval '29 days'`.execute(app.db)
  await tidy()
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'ready' })
  await age(31)
  await tidy()
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'absent' })
  expect(await storedKeys(app)).toEqual([young])
  await askForRendition(app, mia, id)
  await app.work()
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'ready' })
  expect(runs).toHaveLength(2)
})
