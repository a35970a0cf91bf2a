// Requests that Node or Fastify refuse before any route or hook runs: they get our error body and our headers.

import { maxHeaderSize, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { refusalBody } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

/** Options for Fastify. */
export function brokenRequests({ https }: { https: boolean }) {
  const refusal = new Refusal('bad_request')
  const body = refusalBody(refusal.code, refusal.message)
  const headers = { ...securityHeaders({ https }), 'cache-control': 'no-store' }
  return {
    rewriteUrl: pathOf,
    // No path can be longer than this; each endpoint's contract limits the length of its ids.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A request without a host is refused like one with an invalid host, by our own hook.
    http: { requireHostHeader: false },

    /** A path that cannot be decoded. */
    frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      reply.code(error.statusCode ?? refusal.status).headers(headers)
      void reply.send(body)
    },

    /** Input that is not HTTP, is too slow, or has too long a head. A lost connection gets no response. */
    clientErrorHandler(error: Error & { code?: string }, socket: Socket) {
      const isResponding = (responding.get(socket) ?? 0) > 0
      if (error.code === 'ECONNRESET' || !socket.writable || isResponding)
        return void socket.destroy()
      const status = statusOfParser[error.code ?? ''] ?? refusal.status
      const text = JSON.stringify(body)
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
      socket.destroySoon()
    },
  }
}

/** Number of responses in progress on a socket: an error response written between them would corrupt their bytes. */
const responding = new WeakMap<Socket, number>()

/** For a server's 'request' event. */
export function noteResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  const add = (change: number) => responding.set(socket, (responding.get(socket) ?? 0) + change)
  add(1)
  response.once('close', () => add(-1))
}

/** Status by the error code of Node's parser; any other code is a 400. */
const statusOfParser: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** The request line may hold an absolute URL, as for a proxy: its host overrides the header's (RFC 9112 §3.2.2). */
function pathOf(request: IncomingMessage): string {
  const address = request.url ?? '/'
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const { host, pathname, search } = new URL(address)
  request.headers.host = host
  return pathname + search
}
