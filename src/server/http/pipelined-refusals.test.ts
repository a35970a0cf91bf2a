// Requests on one connection, whose responses wait for one that does not end by itself.

import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'

const bodyTimeoutMs = 30_000

test.each([
  ['not JSON', '/api/accounts/log-in', 'application/xml'],
  ['not logged in', '/api/proxy/stripe/create-cart-checkout-session', 'application/json'],
])(
  'a request that is refused early (%s) behind an endless response is not refused a second time',
  async (_, path, contentType) => {
    await using app = await createTestApp()
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.http.server.address() as { port: number }
    const posted = Promise.withResolvers<ServerResponse>()
    app.http.server.on('request', ({ method }, response) => {
      if (method === 'POST') posted.resolve(response)
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const both = connect(port, '127.0.0.1')
    onTestFinished(() => void both.destroy())
    both.write('GET /api/events HTTP/1.1\r\nhost: undersong.test\r\n\r\n')
    both.write(`POST ${path} HTTP/1.1\r\nhost: undersong.test\r\n`)
    both.write(`content-type: ${contentType}\r\ncontent-length: 2\r\n\r\n{}`)
    let response = ''
    both.on('data', (chunk: Buffer) => (response += chunk.toString()))
    await expect.poll(() => response).toContain('HTTP/1.1 200')
    // Its response waits for the end of the events.
    const refusal = await posted.promise
    await expect.poll(() => refusal.writableEnded).toBe(true)
    vi.advanceTimersByTime(bodyTimeoutMs)
    expect((await app.call('GET /healthz')).statusCode).toBe(200)
    expect(refusal.req.socket.destroyed).toBe(false)
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  },
)
