// Requests that Node or Fastify would answer before any route and hook: in our words, with our headers.

import { maxHeaderSize, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/refusal.ts'
import { refusalBody } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

/** Options for Fastify. */
export function brokenRequests({ https }: { https: boolean }) {
  const refusal = new Refusal('bad_request')
  const body = refusalBody(refusal.code, refusal.message)
  const headers = { ...securityHeaders({ https }), 'cache-control': 'no-store' }
  return {
    rewriteUrl: pathOf,
    // No path that arrives is longer: how long an id may be, each endpoint's contract says.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A request without a host is answered like one with an odd host, by our own hook.
    http: { requireHostHeader: false },

    /** A path that cannot be decoded. */
    frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      reply.code(error.statusCode ?? refusal.status).headers(headers)
      void reply.send(body)
    },

    /** What is no HTTP, or comes too slowly or with too long a head. Nothing is left to answer a lost connection with. */
    clientErrorHandler(error: Error & { code?: string }, socket: Socket) {
      const isCutting = (responding.get(socket) ?? 0) > 0
      if (error.code === 'ECONNRESET' || !socket.writable || isCutting) return void socket.destroy()
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

/** How many responses are on their way on a socket: another one in the middle of them would be taken for their bytes. */
const responding = new WeakMap<Socket, number>()

/** For a server's 'request' event. */
export function noteResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  const add = (change: number) => responding.set(socket, (responding.get(socket) ?? 0) + change)
  add(1)
  response.once('close', () => add(-1))
}

/** Of Node's parser; any other is a 400. */
const statusOfParser: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** The first line may hold a whole address, as for a proxy: its host then counts, not the header's (RFC 9112 §3.2.2). */
function pathOf(request: IncomingMessage): string {
  const address = request.url ?? '/'
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const { host, pathname, search } = new URL(address)
  request.headers.host = host
  return pathname + search
}
