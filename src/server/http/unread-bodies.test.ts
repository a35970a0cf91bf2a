import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { dropUnreadBodies } from './unread-bodies.ts'

/** A client that continues to send a body refused before it was read; resolves when the connection is closed. */
async function sendUntilClosed(bounds: Parameters<typeof dropUnreadBodies>[1], chunk: Buffer) {
  const app = Fastify()
  onTestFinished(() => app.close())
  dropUnreadBodies(app, bounds)
  app.addHook('onRequest', async (_request, reply) => reply.code(403).send({ no: 'entry' }))
  app.post('/', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }

  const client = connect(port, '127.0.0.1')
  let response = ''
  client.on('data', (data: Buffer) => (response += data.toString()))
  const sending = setInterval(() => client.write(chunk), 10)
  onTestFinished(() => clearInterval(sending))
  const closed = new Promise((resolve) => client.once('close', resolve))
  // A connection closed during a write is expected here.
  client.on('error', () => clearInterval(sending))
  client.write('POST / HTTP/1.1\r\nhost: shop.test\r\ncontent-type: text/plain\r\n')
  client.write('content-length: 100000000000\r\n\r\n')
  await closed
  return response
}

test('the connection of a refused body is closed after the time limit', async () => {
  const response = await sendUntilClosed({ maxBytes: 1e12, withinMs: 300 }, Buffer.from('x'))
  expect(response).toMatch(/^HTTP\/1\.1 403 [^]*\{"no":"entry"\}$/)
})

test('the connection of a refused body is closed after the byte limit', async () => {
  const response = await sendUntilClosed({ maxBytes: 1e6, withinMs: 1e9 }, Buffer.alloc(100_000))
  expect(response).toMatch(/^HTTP\/1\.1 403 [^]*\{"no":"entry"\}$/)
})
