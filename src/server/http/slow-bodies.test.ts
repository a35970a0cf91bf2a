import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refuseSlowBodies } from './slow-bodies.ts'

const timeoutMs = 30_000

test('a body that arrives too slowly gets a 408 and the connection is closed; a normal body is accepted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseSlowBodies(app, { https: false, timeoutMs })
  const begun = Promise.withResolvers<void>()
  app.addHook('onRequest', async () => begun.resolve())
  app.post('/login', async (request) => request.body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }

  const slow = connect(port, '127.0.0.1')
  slow.write('POST /login HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\n')
  slow.write('content-length: 1000\r\n\r\n{')
  let response = ''
  slow.on('data', (chunk: Buffer) => (response += chunk.toString()))
  await begun.promise
  const whole = await app.inject({ method: 'POST', url: '/login', payload: { a: 1 } })
  expect([whole.statusCode, whole.json()]).toEqual([200, { a: 1 }])

  const closed = once(slow, 'close')
  // Only the slow body's time is still running.
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(timeoutMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  await closed
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  const [head = '', body = ''] = response.split('\r\n\r\n')
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(body).toContain('"code":"bad_request"')
})

test('the response to an earlier request on the connection is whole, and comes before the 408', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseSlowBodies(app, { https: false, timeoutMs })
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.addHook('onRequest', async ({ method }) => {
    if (method === 'POST') begun.resolve()
  })
  app.get('/song', () => answer.promise)
  app.post('/login', async (request) => request.body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }

  const both = connect(port, '127.0.0.1')
  both.write('GET /song HTTP/1.1\r\nhost: shop.test\r\n\r\n')
  both.write('POST /login HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\n')
  both.write('content-length: 1000\r\n\r\n{')
  let response = ''
  both.on('data', (chunk: Buffer) => (response += chunk.toString()))
  const closed = once(both, 'close')
  await begun.promise
  vi.advanceTimersByTime(timeoutMs)
  answer.resolve('the whole song')
  await closed
  expect(response.match(/HTTP\/1\.1 \d+|the whole song/g)).toEqual([
    'HTTP/1.1 200',
    'the whole song',
    'HTTP/1.1 408',
  ])
})

test('a response that has begun before the body arrived is cut off, not written into', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseSlowBodies(app, { https: false, timeoutMs })
  app.addHook('onRequest', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200)
    reply.raw.write('the first half')
  })
  app.post('/song', async () => 'never asked for')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }

  const slow = connect(port, '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.write('POST /song HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 1000\r\n\r\n{')
  let response = ''
  slow.on('data', (chunk: Buffer) => (response += chunk.toString()))
  await expect.poll(() => response).toContain('the first half')
  const closed = once(slow, 'close')
  vi.advanceTimersByTime(timeoutMs)
  await closed
  expect(response).not.toContain('408')
})
