import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { announced, findOffset, sendPart } from '../../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: strummedChord(), seconds: 30 })
const sha256 = createHash('sha256').update(song).digest('hex')
const secrets = { auth: 'a'.repeat(64), revalidate: 'the-revalidate-secret' }

async function rowOf(app: TestApp, id: string) {
  return app.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function addressOf({ http }: TestApp): Promise<string> {
  if (!http.server.listening) return http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

/** Sends the first `bytes` of a part over a real connection, which stays open. */
async function beginPart(
  app: TestApp,
  as: TestUser,
  { id, offset, bytes }: { id: string; offset: number; bytes: number },
) {
  const address = await addressOf(app)
  const request = httpRequest(`${address}/api/proxy/uploads/${id}/file`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': song.length - offset,
      'upload-offset': offset,
      cookie: as.cookie,
    },
  })
  const closed = Promise.withResolvers<void>()
  request.on('error', () => undefined)
  request.on('close', () => closed.resolve())
  request.write(song.subarray(offset, offset + bytes))
  return { request, closed: closed.promise }
}

async function held(app: TestApp, id: string): Promise<void> {
  await expect.poll(async () => (await rowOf(app, id)).unfinished_file).not.toBeNull()
}

test('what had arrived when the connection was lost counts, and the rest follows in another request', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const { request } = await beginPart(app, artist, { id, offset: 0, bytes: 1_000_000 })
  await held(app, id)
  request.destroy()
  const received = await eventually(async () => {
    const row = await rowOf(app, id)
    expect(row.receiver).toBeNull()
    return row.bytes_received
  })
  // The last bytes may have been lost with the connection.
  expect(received).toBeGreaterThan(4096)
  expect(received).toBeLessThanOrEqual(1_000_000)
  await sendPart(app, artist, { id, offset: received, bytes: song.subarray(received) })
  await app.work()
  expect(await rowOf(app, id)).toMatchObject({ status: 'prepared', sha256 })
})

test('a newer request ends the one that still adds bytes, in this and in another process, and no byte is lost or doubled', async () => {
  await using app = await createTestApp({ audio: cannedAudio, secrets })
  await using second = await createTestApp({ ...app, secrets })
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const first = await beginPart(app, artist, { id, offset: 0, bytes: 1_000_000 })
  await held(app, id)

  const head = await findOffset(second, artist, id)
  const taken = Number(head.headers['upload-offset'])
  expect(taken).toBeGreaterThan(4096)
  await first.closed

  const next = await beginPart(app, artist, { id, offset: taken, bytes: 500_000 })
  await expect.poll(async () => (await rowOf(app, id)).receiver).not.toBeNull()
  const again = await findOffset(app, artist, id)
  const offset = Number(again.headers['upload-offset'])
  await next.closed
  const rest = await sendPart(second, artist, { id, offset, bytes: song.subarray(offset) })
  expect([rest.statusCode, rest.headers['upload-offset']]).toEqual([204, String(song.length)])
  await app.work()
  expect(await rowOf(app, id)).toMatchObject({ status: 'prepared', sha256, receiver: null })
})

test('of requests that add the same bytes at the same time, in two processes, the file is made once', async () => {
  await using app = await createTestApp({ audio: cannedAudio, secrets })
  await using second = await createTestApp({ ...app, secrets })
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const apps = [app, second, app, second]
  const responses = await Promise.allSettled(
    apps.map((one) => sendPart(one, artist, { id, offset: 0, bytes: song })),
  )
  const results = responses.map((one) => {
    // A newer request takes the upload over: the connection of the older one ends.
    if (one.status === 'rejected') return String(one.reason)
    return one.value.statusCode === 204 ? 'stored' : one.value.json<{ code: string }>().code
  })
  const ended = 'Error: response destroyed before completion'
  const possible = new Set(['stored', 'upload_offset', 'upload_busy', 'upload_interrupted', ended])
  expect(results.filter((one) => !possible.has(one))).toEqual([])
  for (let offset = await offsetOf(app, artist, id); offset < song.length;) {
    await sendPart(app, artist, { id, offset, bytes: song.subarray(offset) })
    offset = await offsetOf(app, artist, id)
  }
  await app.work()
  expect(await rowOf(app, id)).toMatchObject({ status: 'prepared', sha256 })
  const jobs = await app.db.selectFrom('uploads').select('id').execute()
  expect(jobs).toHaveLength(1)
})

async function offsetOf(app: TestApp, as: TestUser, id: string): Promise<number> {
  return Number((await findOffset(app, as, id)).headers['upload-offset'])
}

test('a request of another artist does not end the one that adds bytes', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const { request, closed } = await beginPart(app, artist, { id, offset: 0, bytes: 500_000 })
  await held(app, id)
  const { receiver } = await rowOf(app, id)
  expect((await findOffset(app, other, id)).statusCode).toBe(404)
  expect((await rowOf(app, id)).receiver).toBe(receiver)
  request.end(song.subarray(500_000))
  await closed
  expect(await rowOf(app, id)).toMatchObject({ status: 'processing' })
})

test('a lock of a killed process ends by itself', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const lock = (until: string) =>
    sql`update uploads set receiver = gen_random_uuid(), receiver_until = now() + ${until}::interval`.execute(
      app.db,
    )
  await lock('1 minute')
  const busy = await sendPart(app, artist, { id, offset: 0, bytes: song })
  expect([busy.statusCode, busy.json().code]).toEqual([423, 'upload_busy'])
  await lock('-1 second')
  expect((await sendPart(app, artist, { id, offset: 0, bytes: song })).statusCode).toBe(204)
})

test('an upload that is dismissed while its bytes arrive leaves neither row nor file', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const { request, closed } = await beginPart(app, artist, { id, offset: 0, bytes: 1_000_000 })
  await held(app, id)
  const dismissed = await app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  expect(dismissed.statusCode).toBe(200)
  request.destroy()
  await closed
  const files: string[] = []
  for await (const { key } of app.storage.list('arriving')) files.push(key)
  expect(files).toEqual([])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test('a wrong file is refused while most of it is still to come, and the connection serves the next request', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const address = await addressOf(app)
  const text = Buffer.alloc(2_000_000, 'just words, not music. ')
  const id = await announced(app, artist, { bytes: text.length })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = httpRequest(`${address}/api/proxy/uploads/${id}/file`, {
    agent,
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': text.length,
      'upload-offset': 0,
      cookie: artist.cookie,
    },
  })
  request.write(text.subarray(0, 100_000))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(415)
  response.resume()
  request.end(text.subarray(100_000))
  await once(response, 'close')
  const next = httpRequest(`${address}/healthz`, { agent }).end()
  const [healthy] = (await once(next, 'response')) as [IncomingMessage]
  expect([healthy.statusCode, next.reusedSocket]).toEqual([200, true])
  agent.destroy()
})

test('the client of the protocol sends a recording in parts over HTTP, through a lost connection', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const address = await addressOf(app)
  let cuts = 0
  app.http.server.on('request', (incoming) => {
    if (incoming.method !== 'PATCH' || cuts > 1) return
    cuts++
    let bytes = 0
    incoming.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes > 300_000) incoming.socket.destroy()
    })
  })
  const done = Promise.withResolvers<string>()
  const upload = new Upload(song, {
    endpoint: `${address}/api/proxy/uploads`,
    headers: { cookie: artist.cookie },
    metadata: { filename: 'take.wav' },
    chunkSize: 1_000_000,
    retryDelays: [0, 0, 0],
    onSuccess: () => done.resolve(upload.url ?? ''),
    onError: done.reject,
  })
  upload.start()
  const [, id = ''] = /([0-9a-f-]{36})\/file$/.exec(await done.promise) ?? []
  expect(cuts).toBe(2)
  await app.work()
  expect(await rowOf(app, id)).toMatchObject({ status: 'prepared', sha256 })
})
