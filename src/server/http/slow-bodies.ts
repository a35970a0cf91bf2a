// A body that arrives too slowly would hold a connection for ever: the client gets a 408, and the connection is closed.

import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { refusalBody } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

/** Forms and JSON are a few kilobytes. */
const bodyTimeoutMs = 30_000

/** An upload of a recording may take any time, but no minute without a byte. */
const silentUploadMs = 60_000

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

type SlowBodies = { https: boolean; timeoutMs?: number }

export function refuseSlowBodies(
  app: FastifyInstance,
  { https, timeoutMs = bodyTimeoutMs }: SlowBodies,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    timers.set(request, setTimeout(() => refuse(reply, { https }), timeoutMs).unref())
  })
  // By now the body has been read; an upload is read by its handler.
  app.addHook('preHandler', async (request) => clearTimeout(timers.get(request)))
  // It may be refused before: its response can then wait for those of earlier requests on the connection, without an end.
  app.addHook('onSend', async (request) => clearTimeout(timers.get(request)))
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

/** By Node's own response: it waits for those of earlier requests on the connection, whose bytes it would corrupt. */
function refuse(reply: FastifyReply, { https }: { https: boolean }): void {
  // A head cannot be written twice; thrown here, the error would end the process.
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.req.socket.destroy()
    return
  }
  const { code, message } = new Refusal('bad_request')
  const { raw } = reply.hijack()
  raw.writeHead(408, {
    ...securityHeaders({ https }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  raw.end(JSON.stringify(refusalBody(code, message)), () => raw.req.socket.destroySoon())
}
