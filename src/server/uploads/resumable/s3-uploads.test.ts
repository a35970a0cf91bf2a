// Recordings that arrive in several requests while files are stored in a bucket.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { openS3Storage } from '#server/gateways/storage/s3-storage.ts'
import { openService } from '#server/gateways/storage/storage-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { announced, findOffset, sendPart } from '../../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

/** More than one part of the bucket's uploads. */
const song = makeWav({ waveform: strummedChord(), seconds: 70 })

async function createBucketApp() {
  const service = await openService()
  const app = await createTestApp({
    audio: cannedAudio,
    storage: await openS3Storage(service.options),
  })
  return {
    app,
    bucket: service.standIn,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

test('a recording sent over HTTP through lost connections becomes one object of the bucket with the same bytes', async () => {
  await using opened = await createBucketApp()
  const { app, bucket } = opened
  const artist = await createArtistWithPayouts(app)
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  let cuts = 0
  app.http.server.on('request', (incoming) => {
    if (incoming.method !== 'PATCH' || cuts > 2) return
    cuts++
    let bytes = 0
    incoming.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes > 3_000_000) incoming.socket.destroy()
    })
  })
  const done = Promise.withResolvers<string>()
  const upload = new Upload(song, {
    endpoint: `${address}/api/proxy/uploads`,
    headers: { cookie: artist.cookie },
    metadata: { filename: 'take.wav' },
    // Beside the cuts, a connection that is just being closed may be used once more.
    retryDelays: Array.from({ length: 20 }, () => 10),
    onSuccess: () => done.resolve(upload.url ?? ''),
    onError: done.reject,
  })
  upload.start()
  const [, id = ''] = /([0-9a-f-]{36})\/file$/.exec(await done.promise) ?? []
  expect(cuts).toBe(3)
  expect(bucket.objects.has(`originals/${id}`)).toBe(false)

  await app.work()

  const row = await app.db
    .selectFrom('uploads')
    .select(['status', 'sha256'])
    .executeTakeFirstOrThrow()
  const sha256 = createHash('sha256').update(song).digest('hex')
  expect(row).toEqual({ status: 'prepared', sha256 })
  expect(bucket.objects.get(`originals/${id}`)?.body.equals(song)).toBe(true)
  const names = [...bucket.objects.keys()].toSorted()
  expect(names).toEqual([`originals/${id}`, `previews/${id}.mp3`])
  expect(bucket.uploads.size).toBe(0)
})

test('a dismissed upload, and one without activity for a day, leave nothing in the bucket', async () => {
  await using opened = await createBucketApp()
  const { app, bucket } = opened
  const artist = await createArtistWithPayouts(app)
  const [dismissed, forgotten] = [
    await announced(app, artist, { bytes: song.length }),
    await announced(app, artist, { bytes: song.length }),
  ]
  for (const id of [dismissed, forgotten]) {
    await sendPart(app, artist, { id, offset: 0, bytes: song.subarray(0, 6_000_000) })
    expect((await findOffset(app, artist, id)).headers['upload-offset']).toBe('6000000')
  }
  // Of each: a part, and the bytes behind it.
  expect([bucket.uploads.size, bucket.objects.size]).toEqual([2, 2])

  await app.call(`DELETE /api/proxy/uploads/${dismissed}`, { as: artist })
  expect([bucket.uploads.size, bucket.objects.size]).toEqual([1, 1])
  await sql`update uploads set active_at = active_at - interval '25 hours'`.execute(app.db)
  await addJob(app.db, 'tidy_uploads', {})
  await app.work()
  expect([bucket.uploads.size, bucket.objects.size]).toEqual([0, 0])
  expect((await findOffset(app, artist, forgotten)).statusCode).toBe(404)
})
