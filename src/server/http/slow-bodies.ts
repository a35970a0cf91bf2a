// A body that trickles in holds a connection for ever: whoever sends one is told so, and hung up on.

import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Forms and JSON are a few kilobytes. */
const bodyWithinMs = 30_000

/** Recordings take as long as the line takes, but not a minute without a byte. */
export const silentUploadMs = 60_000

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

export function refuseSlowBodies(app: FastifyInstance, withinMs = bodyWithinMs): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    timers.set(request, setTimeout(() => hangUp(request), withinMs).unref())
  })
  // The body is read by now, or, in case of an upload, is about to be read by its handler.
  app.addHook('preHandler', async (request) => clearTimeout(timers.get(request)))
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)))
}

function hangUp({ raw }: FastifyRequest): void {
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  raw.socket.destroySoon()
}
