// An artist who is banned, or deletes the account, in one process while another one receives a file.

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { documentForm, pdf } from '../../../../tests/support/licences/licence-documents.ts'
import { announced } from '../../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { createTestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { formBody, multipartType } from '../../../../tests/support/uploading.ts'

const secrets = { auth: 'a'.repeat(64), revalidate: 'the-revalidate-secret' }
const app = await createTestApp({ audio: cannedAudio, secrets })
const second = await createTestApp({ ...app, secrets })
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
const admin = await createAdmin(app)
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const song = makeWav({ waveform: tone(440), seconds: 30 })

async function banInOtherProcess({ id }: TestUser) {
  const response = await second.call('POST /api/proxy/admin/ban-user', {
    as: admin,
    send: { artistId: id, reason: 'Sold recordings of others.' },
  })
  expect(response.statusCode).toBe(200)
}

/** The whole recording in one request. */
function partOf(id: string, { cookie }: TestUser) {
  return httpRequest(`${address}/api/proxy/uploads/${id}/file`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': song.length,
      'upload-offset': 0,
      cookie,
    },
  })
}

async function responseOf(request: ReturnType<typeof httpRequest>) {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, ...JSON.parse(Buffer.concat(chunks).toString()) }
}

/** Finished or not. */
async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(app.folder, 'files'), { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** As in receive-lock.ts. */
const renewEveryMs = 5_000

const refusal = { status: 403, code: 'banned' }

test('a part that is on its way at the ban is refused, and none of its later bytes count', async () => {
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const row = () =>
    app.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const request = partOf(id, artist)
  const response = responseOf(request)
  request.write(song.subarray(0, 500_000))
  await expect.poll(async () => (await row()).unfinished_file).not.toBeNull()
  const { bytes_received: received } = await row()
  await banInOtherProcess(artist)
  request.end(song.subarray(500_000))
  expect(await response).toMatchObject(refusal)
  await app.work()
  expect(await row()).toMatchObject({ status: 'arriving', bytes_received: received })
  expect(await app.storage.stat(`originals/${id}`)).toBeNull()
})

test('a part that falls silent ends soon after the ban', async () => {
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const row = () =>
    app.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // The lock of the upload is renewed at intervals.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const request = partOf(id, artist)
  // The connection ends without a response.
  request.on('error', () => undefined)
  const closed = new Promise((resolve) => request.on('close', resolve))
  request.write(song.subarray(0, 500_000))
  await expect.poll(async () => (await row()).unfinished_file).not.toBeNull()
  const { receiver_until: until } = await row()
  vi.advanceTimersByTime(renewEveryMs)
  await expect.poll(async () => (await row()).receiver_until).not.toEqual(until)
  expect(request.destroyed).toBe(false)

  await banInOtherProcess(artist)
  vi.advanceTimersByTime(renewEveryMs)
  await closed
  await expect.poll(async () => (await row()).receiver).toBeNull()
  expect(await row()).toMatchObject({ status: 'arriving' })
})

test('a form that is on its way at the ban is refused, and neither row nor file is stored', async () => {
  const artist = await createArtistWithPayouts(app)
  const body = formBody({ file: song })
  const before = await storedFiles()
  const request = httpRequest(`${address}/api/proxy/tracks`, {
    method: 'POST',
    headers: {
      'content-type': multipartType,
      'content-length': body.length,
      cookie: artist.cookie,
    },
  })
  const response = responseOf(request)
  request.write(body.subarray(0, 500_000))
  await expect.poll(storedFiles).not.toEqual(before)
  await banInOtherProcess(artist)
  request.end(body.subarray(500_000))
  expect(await response).toMatchObject(refusal)
  const rows = await app.db
    .selectFrom('uploads')
    .select('id')
    .where('artist_id', '=', artist.id)
    .execute()
  expect(rows).toEqual([])
  expect(await storedFiles()).toEqual(before)
})

async function deleteInOtherProcess(as: TestUser) {
  const send = { password: 'sing it to me' }
  expect((await second.call('POST /api/account/deletion', { as, send })).statusCode).toBe(200)
}

test.each([
  { end: 'the ban', run: banInOtherProcess, answer: refusal },
  {
    end: 'the deletion',
    run: deleteInOtherProcess,
    answer: { status: 401, code: 'login_required' },
  },
])(
  'a licence document that is on its way at $end is refused, and neither row nor file is stored',
  async ({ run, answer }) => {
    const artist = await createArtistWithPayouts(app)
    const document = Buffer.concat([pdf, Buffer.alloc(1_000_000)])
    const encoded = documentForm({ bytes: document })
    const body = Buffer.from(await encoded.arrayBuffer())
    const before = await storedFiles()
    const request = httpRequest(`${address}/api/proxy/license`, {
      method: 'POST',
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': body.length,
        cookie: artist.cookie,
      },
    })
    const response = responseOf(request)
    request.write(body.subarray(0, 500_000))
    await expect.poll(storedFiles).not.toEqual(before)
    await run(artist)
    request.end(body.subarray(500_000))
    expect(await response).toMatchObject(answer)
    const rows = await app.db
      .selectFrom('licence_documents')
      .select('id')
      .where('artist_id', '=', artist.id)
      .execute()
    expect(rows).toEqual([])
    expect(await storedFiles()).toEqual(before)
  },
)
