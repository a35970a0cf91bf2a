// When a response is sent before the request body was read, the rest is read and discarded, up to a limit.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'

/**
 * Enough for a whole recording with its form: a browser reads the response only after it has sent the whole body, and
 * the next request on the connection begins where this body ends.
 */
const bounds = { maxBytes: maxUploadBytes + 1024 ** 2, withinMs: 60_000 }

export function dropUnreadBodies(app: FastifyInstance, within = bounds): void {
  app.addHook('onSend', async ({ raw }) => dropUnread(raw, within))
}

/** Beyond the limit the connection is closed: a slow client must not hold it. */
function dropUnread(request: IncomingMessage, { maxBytes, withinMs }: typeof bounds): void {
  if (!mayHaveBody(request) || request.readableEnded || request.destroyed) return
  const closeConnection = () => void request.socket.destroy()
  const timer = setTimeout(closeConnection, withinMs).unref()
  let bytes = 0
  // The parser of an abandoned form would wait for its reader for ever.
  request.unpipe()
  request.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > maxBytes) closeConnection()
  })
  request.on('close', () => clearTimeout(timer))
  request.on('end', () => clearTimeout(timer))
  request.resume()
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
