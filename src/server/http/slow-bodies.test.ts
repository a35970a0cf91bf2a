import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { refuseSlowBodies } from './slow-bodies.ts'

test('a body that arrives too slowly gets a 408 and the connection is closed; a normal body is accepted', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseSlowBodies(app, 300)
  app.post('/login', async (request) => request.body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }

  const slow = connect(port, '127.0.0.1')
  const trickle = setInterval(() => slow.write('{'), 50)
  slow.write('POST /login HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\n')
  slow.write('content-length: 1000\r\n\r\n')
  let response = ''
  slow.on('data', (chunk: Buffer) => (response += chunk.toString()))
  slow.on('error', () => clearInterval(trickle))
  await once(slow, 'close')
  clearInterval(trickle)
  expect(response).toMatch(/^HTTP\/1\.1 408 /)

  const whole = await fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await whole.json()).toEqual({ a: 1 })
})
