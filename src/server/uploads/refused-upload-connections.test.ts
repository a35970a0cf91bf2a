import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import {
  createUser,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { details, formBody, multipartType } from '../../../tests/support/uploading.ts'

const sharedApp = sharedTestApp()

/** Larger than the buffers of the parser, the sockets and the storage together. */
const largeSong = Buffer.concat([
  makeWav({ waveform: strummedChord(), seconds: 6 }),
  Buffer.alloc(24 * 1024 * 1024),
])

async function openConnection(app: TestApp) {
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  await once(socket, 'connect')
  return { socket, received: () => received }
}

function head(requestLine: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${requestLine} HTTP/1.1\r\nhost: undersong.test\r\n${lines.join('')}\r\n`
}

async function sendUpload(socket: Socket, body: Buffer, as?: TestUser): Promise<void> {
  const headers = {
    'content-type': multipartType,
    'content-length': body.length,
    ...(as ? { cookie: as.cookie } : {}),
  }
  socket.write(head('POST /api/proxy/tracks', headers))
  await new Promise<void>((resolve, reject) =>
    socket.write(body, (error) => (error ? reject(error) : resolve())),
  )
}

type Form = Parameters<typeof formBody>[0]

type RefusalCase = {
  reason: string
  status: number
  createUploader?: (app: TestApp) => Promise<TestUser>
  form?: Form
}

test.each<RefusalCase>([
  { reason: 'of a visitor', status: 401 },
  { reason: 'of a customer', status: 403, createUploader: (app) => createUser(app) },
  {
    reason: 'of an artist who cannot be paid',
    status: 403,
    createUploader: (app) => createUser(app, { role: 'artist' }),
  },
  {
    reason: 'of a wrong type',
    status: 415,
    createUploader: createArtistWithPayouts,
    form: { file: Buffer.alloc(24 * 1024 * 1024) },
  },
  {
    reason: 'of a wrong form',
    status: 400,
    createUploader: createArtistWithPayouts,
    form: { file: largeSong, fields: { ...details, title: '' } },
  },
])('after a refused upload $reason the connection serves the next request', async (refusal) => {
  const { status, createUploader, form = { file: largeSong } } = refusal
  const app = await sharedApp()
  expect(await statusesOf(app, await createUploader?.(app), form)).toEqual([status, 200])
})

test.each<[when: string, status: number, prepare: (app: TestApp) => void]>([
  [
    'is down',
    500,
    ({ storage }) =>
      void vi.spyOn(storage, 'put').mockImplementation(async (_key, body) => {
        const chunks = body[Symbol.asyncIterator]()
        await chunks.next()
        await chunks.return?.()
        throw new Error('The disk is gone.')
      }),
  ],
  ['is full', 507, ({ storage }) => void vi.spyOn(storage, 'freeBytes').mockResolvedValue(0)],
])(
  'after an upload refused while storage %s the connection serves the next request',
  async (_when, status, prepare) => {
    await using app = await createTestApp()
    prepare(app)
    const artist = await createArtistWithPayouts(app)
    expect(await statusesOf(app, artist, { file: largeSong })).toEqual([status, 200])
  },
)

/** Of an upload and of a request after it on the same connection. */
async function statusesOf(app: TestApp, as: TestUser | undefined, form: Form): Promise<number[]> {
  const { socket, received } = await openConnection(app)
  await sendUpload(socket, formBody(form), as)
  socket.write(head('GET /healthz', { connection: 'close' }))
  await once(socket, 'close')
  return [...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
}
