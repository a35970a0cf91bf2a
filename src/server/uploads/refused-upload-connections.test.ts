import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { aPerson, openScene, type Person, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist } from '../../../tests/support/shopping.ts'
import { details, formBody, multipartType } from '../../../tests/support/uploading.ts'

/** More than the buffers of the parser, the sockets and the store hold together. */
const largeSong = Buffer.concat([
  makeWav({ waveform: strummedChord(), seconds: 6 }),
  Buffer.alloc(24 * 1024 * 1024),
])

async function connection(scene: Scene) {
  await scene.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = scene.http.server.address() as { port: number }
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

async function sendUpload(socket: Socket, body: Buffer, as?: Person): Promise<void> {
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
  overrides?: Parameters<typeof openScene>[0]
  prepare?: (scene: Scene) => void
  who?: (scene: Scene) => Promise<Person>
  form?: Parameters<typeof formBody>[0]
}

test.each<Refusing>([
  { why: 'of a visitor', status: 401 },
  { why: 'of a customer', status: 403, who: (scene) => aPerson(scene) },
  {
    why: 'of an artist who cannot be paid',
    status: 403,
    who: (scene) => aPerson(scene, { role: 'artist' }),
  },
  {
    why: 'while storage is down',
    status: 500,
    who: aPayableArtist,
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
    who: aPayableArtist,
    prepare: ({ storage }) => void vi.spyOn(storage, 'freeBytes').mockResolvedValue(0),
  },
  {
    why: 'of a wrong type',
    status: 415,
    who: aPayableArtist,
    form: { file: Buffer.alloc(24 * 1024 * 1024) },
  },
  {
    why: 'of a wrong form',
    status: 400,
    who: aPayableArtist,
    form: { file: largeSong, fields: { ...details, title: '' } },
  },
])('after an upload $why the connection answers the next request', async (refusing) => {
  const { status, prepare, who, form = { file: largeSong } } = refusing
  await using scene = await openScene()
  const person = await who?.(scene)
  prepare?.(scene)
  const { socket, received } = await connection(scene)

  await sendUpload(socket, formBody(form), person)
  socket.write(head('GET /healthz', { connection: 'close' }))
  await once(socket, 'close')

  expect(statuses(received())).toEqual([status, 200])
})
