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
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { details, formBody, multipartType } from '../../../tests/support/uploading.ts'

/** Larger than the buffers of the parser, the sockets and the storage together. */
const largeSong = Buffer.concat([
  makeWav({ waveform: strummedChord(), seconds: 6 }),
  Buffer.alloc(24 * 1024 * 1024),
])

async function openConnection(app: TestApp) {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
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

const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

type RefusalCase = {
  reason: string
  status: number
  overrides?: Parameters<typeof createTestApp>[0]
  prepare?: (app: TestApp) => void
  createUploader?: (app: TestApp) => Promise<TestUser>
  form?: Parameters<typeof formBody>[0]
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
    reason: 'while storage is down',
    status: 500,
    createUploader: createArtistWithPayouts,
    prepare: ({ storage }) =>
      void vi.spyOn(storage, 'put').mockImplementation(async (_key, body) => {
        const chunks = body[Symbol.asyncIterator]()
        await chunks.next()
        await chunks.return?.()
        throw new Error('The disk is gone.')
      }),
  },
  {
    reason: 'while storage is full',
    status: 507,
    createUploader: createArtistWithPayouts,
    prepare: ({ storage }) => void vi.spyOn(storage, 'freeBytes').mockResolvedValue(0),
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
  const { status, prepare, createUploader, form = { file: largeSong } } = refusal
  await using app = await createTestApp()
  const user = await createUploader?.(app)
  prepare?.(app)
  const { socket, received } = await openConnection(app)

  await sendUpload(socket, formBody(form), user)
  socket.write(head('GET /healthz', { connection: 'close' }))
  await once(socket, 'close')

  expect(statuses(received())).toEqual([status, 200])
})
