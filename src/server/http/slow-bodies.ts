// A body that arrives too slowly would hold a connection for ever: the client gets a 408, and the connection is closed.

import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Forms and JSON are a few kilobytes. */
const bodyTimeoutMs = 30_000

/** An upload of a recording may take any time, but no minute without a byte. */
const silentUploadMs = 60_000

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

export function refuseSlowBodies(app: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    timers.set(request, setTimeout(() => closeConnection(request), timeoutMs).unref())
  })
  // By now the body has been read; an upload is read by its handler.
  app.addHook('preHandler', async (request) => clearTimeout(timers.get(request)))
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)))
}

/** A lost connection may not be reported: its upload would count as in progress for ever. */
export async function closeWhenSilent<Received>(
  { raw: { socket } }: FastifyRequest,
  receive: () => Promise<Received>,
): Promise<Received> {
  const close = () => void socket.destroy()
  if (socket instanceof Socket) socket.setTimeout(silentUploadMs, close)
  try {
    return await receive()
  } finally {
    if (socket instanceof Socket) socket.setTimeout(0, close)
  }
}

function closeConnection({ raw }: FastifyRequest): void {
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  raw.socket.destroySoon()
}
