import { execFile } from 'node:child_process'
import { truncate, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { createRecording, sha256 } from '../../../tests/support/owned/owned-recordings.ts'
import { activityOf, createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const path = '/api/proxy/my-tracks/zip'
const run = promisify(execFile)

async function openLibrary(app: TestApp, titles: string[], bytesEach = 30_000) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const recordings = []
  for (const [at, title] of titles.entries()) {
    const bytes = Buffer.from(Array.from({ length: bytesEach + at }, (_, i) => (i * i + at) % 251))
    recordings.push(await createRecording(app, { artistId: artist.id, title }, { bytes }))
  }
  await paidCart(
    app,
    mia,
    recordings.map(({ id }) => id),
  )
  return { artist, mia, recordings }
}

/** By Info-ZIP, which knows nothing of the library that has written the file: each file's name and hash. */
async function unpack(zip: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-zip-'))
  try {
    const file = join(folder, 'all.zip')
    await writeFile(file, zip)
    await run('unzip', ['-tqq', file])
    const { stdout } = await run('unzip', ['-Z1', file])
    const names = stdout.trim().split('\n')
    const hashes = await Promise.all(
      names.map(async (name) => {
        const { stdout: bytes } = await run(
          'unzip',
          ['-p', file, name.replace(/[[\]*?]/g, '\\$&')],
          {
            encoding: 'buffer',
            maxBuffer: 100_000_000,
          },
        )
        return [name, sha256(bytes)]
      }),
    )
    return Object.fromEntries(hashes)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('everything owned is one ZIP of a size known at the start, with the originals under distinct names, each counted', async () => {
  const app = await emptyApp()
  const { artist, mia, recordings } = await openLibrary(app, ['Skye', 'skye', 'AC/DC'])
  await withdrawTrack(app.db, { id: recordings[0]?.id ?? '', artistId: artist.id })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()

  const head = await app.call(`HEAD ${path}`, { as: mia })
  const zip = await app.call(`GET ${path}`, { as: mia })
  expect(zip.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(zip.rawPayload.length),
    'content-disposition': 'attachment; filename="Undersong tracks.zip"',
    'cache-control': 'private, no-store',
  })
  expect(head.headers['content-length']).toBe(zip.headers['content-length'])
  const files = await unpack(zip.rawPayload)
  expect(
    Object.keys(files)
      .map((name) => name.toLowerCase())
      .toSorted(),
  ).toEqual(['ac dc.wav', 'skye (2).wav', 'skye.wav'])
  expect(Object.values(files).toSorted()).toEqual(
    recordings.map(({ bytes }) => sha256(bytes)).toSorted(),
  )
  await expect
    .poll(async () => Object.values(await activityOf(app.db, 'downloads')))
    .toEqual([1, 1, 1])
  const nobody = await app.call(`GET ${path}`, { as: await createUser(app) })
  expect(nobody.json()).toMatchObject({ code: 'not_found' })
})

test('a missing or truncated original fails before anything is sent', async () => {
  const app = await emptyApp()
  const { mia, recordings } = await openLibrary(app, ['Skye', 'Ash'])
  await truncate(join(app.folder, 'files', recordings[1]?.key ?? ''), 100)
  const zip = await app.call(`GET ${path}`, { as: mia })
  expect([zip.statusCode, zip.json()]).toMatchObject([500, { code: 'fault' }])
  expect(Object.values(await activityOf(app.db, 'downloads'))).toEqual([0, 0])
})

test('a customer downloads one ZIP at a time; a client that goes away closes the file that was open, and may begin again', async () => {
  await using app = await createTestApp()
  const { mia } = await openLibrary(app, ['Skye', 'Ash'])
  const opened: Readable[] = []
  const get = app.storage.get.bind(app.storage)
  app.storage.get = async (key, range) => {
    const found = await get(key, range)
    // Never ends, so that the download is in progress for as long as the client stays.
    const body = found && found.body.pipe(new PassThrough(), { end: false })
    if (body) opened.push(body.once('close', () => found.body.destroy()))
    return found && body && { body, bytes: found.bytes }
  }
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const begin = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof httpGet>>()
    const request = httpGet(`${address}${path}`, { headers: { cookie: mia.cookie } }, (response) =>
      response.once('data', () => resolve(request)),
    )
    request.on('error', reject)
    return promise
  }
  const first = await begin()
  const second = await app.call(`GET ${path}`, { as: mia })
  expect(second.json()).toMatchObject({ code: 'downloads_in_progress' })
  first.destroy()
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
  const leases = () => app.db.selectFrom('zip_downloads').select('user_id').execute()
  await expect.poll(leases).toEqual([])
  const again = await begin()
  await expect.poll(() => opened).toHaveLength(2)
  again.destroy()
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true, true])
})
