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
import { createPayableArtist } from '../../../tests/support/shopping.ts'
import { details, formBody, multipartType } from '../../../tests/support/uploading.ts'

/** More than the buffers of the parser, the sockets and the store hold together. */
const largeSong = Buffer.concat([
  makeWav({ waveform: strummedChord(), seconds: 6 }),
  Buffer.alloc(24 * 1024 * 1024),
])

async function connection(app: TestApp) {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  await once(socket, 'connect')
  return { socket, received: () => received }
}

function head(line: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\nhost: undersong.test\r\n${lines.join('')}\r\n`
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

type Refusing = {
  why: string
  status: number
  overrides?: Parameters<typeof createTestApp>[0]
  prepare?: (app: TestApp) => void
  who?: (app: TestApp) => Promise<TestUser>
  form?: Parameters<typeof formBody>[0]
}

test.each<Refusing>([
  { why: 'of a visitor', status: 401 },
  { why: 'of a customer', status: 403, who: (app) => createUser(app) },
  {
    why: 'of an artist who cannot be paid',
    status: 403,
    who: (app) => createUser(app, { role: 'artist' }),
  },
  {
    why: 'while storage is down',
    status: 500,
    who: createPayableArtist,
    prepare: ({ storage }) =>
      void vi.spyOn(storage, 'put').mockImplementation(async (_key, body) => {
        const chunks = body[Symbol.asyncIterator]()
        await chunks.next()
        await chunks.return?.()
        throw new Error('The disk is gone.')
      }),
  },
  {
    why: 'while storage is full',
    status: 507,
    who: createPayableArtist,
    prepare: ({ storage }) => void vi.spyOn(storage, 'freeBytes').mockResolvedValue(0),
  },
  {
    why: 'of a wrong type',
    status: 415,
    who: createPayableArtist,
    form: { file: Buffer.alloc(24 * 1024 * 1024) },
  },
  {
    why: 'of a wrong form',
    status: 400,
    who: createPayableArtist,
    form: { file: largeSong, fields: { ...details, title: '' } },
  },
])('after an upload $why the connection answers the next request', async (refusing) => {
  const { status, prepare, who, form = { file: largeSong } } = refusing
  await using app = await createTestApp()
  const person = await who?.(app)
  prepare?.(app)
  const { socket, received } = await connection(app)

  await sendUpload(socket, formBody(form), person)
  socket.write(head('GET /healthz', { connection: 'close' }))
  await once(socket, 'close')

  expect(statuses(received())).toEqual([status, 200])
})
