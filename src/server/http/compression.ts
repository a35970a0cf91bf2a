// Compresses text responses (pages, JSON, SVG) if the client accepts it. Recordings and files are sent unchanged.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

export type Coding = 'br' | 'gzip' | 'identity'

/** A smaller response fits into one packet uncompressed. */
const minBytes = 1024
const textType = /^text\/|[/+](json|xml)\b/

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** A text that is sent many times: compressed once for each coding, on the first request for that coding. */
export type CachedText = { bytes: Buffer; as: (coding: Coding) => Promise<Buffer> }

export function cacheText(text: string): CachedText {
  const bytes = Buffer.from(text)
  const compressed = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  return {
    bytes,
    as(coding) {
      const cached = compressed.get(coding)
      if (cached) return cached
      const pending = compress(bytes, coding, 5)
      compressed.set(coding, pending)
      // A failure is not cached: the next request compresses again.
      pending.catch(() => compressed.delete(coding))
      return pending
    },
  }
}

/** Prefers brotli, which is smaller and slower than gzip and therefore used for cached texts. */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: CachedText,
) {
  if (text.bytes.length < minBytes) return reply.send(text.bytes)
  const coding = codingFor(request, ['br', 'gzip', 'identity'])
  reply.header('vary', 'accept-encoding')
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(await text.as(coding))
}

/** Compresses complete payloads only. Streams are sent unchanged, so byte ranges and lengths stay correct. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    // A handler that has set one of these headers has already negotiated the coding.
    const isNegotiated = reply.hasHeader('content-encoding') || reply.hasHeader('vary')
    if (!isWhole || isNegotiated || !textType.test(String(reply.getHeader('content-type')))) {
      return payload
    }
    const bytes = Buffer.from(payload)
    if (bytes.length < minBytes) return payload
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request, ['gzip', 'br', 'identity'])
    if (coding === 'identity') return payload
    const compressed = await compress(bytes, coding, 3)
    reply.header('content-encoding', coding)
    reply.header('content-length', compressed.length)
    return compressed
  })
}

/** A client that accepts none of them gets the text uncompressed. */
function codingFor({ headers }: FastifyRequest, preferred: readonly Coding[]): Coding {
  return new Negotiator({ headers }).encoding(preferred, { preferred }) ?? 'identity'
}

/** Runs in zlib's thread pool. `quality` is for brotli, at most 11. */
function compress(bytes: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'identity') return Promise.resolve(bytes)
  if (coding === 'gzip') return gzipAsync(bytes)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliAsync(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
